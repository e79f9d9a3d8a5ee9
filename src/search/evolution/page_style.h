#pragma once

// What the page of an evolution adds to the style of a search's page.

namespace gambol {

inline constexpr const char* evolution_page_style = R"css(
.panels { display: flex; flex-wrap: wrap; gap: 18px 24px; }
.panels figure { margin: 0; }
.panels figcaption, h3 { font-size: 13px; margin: 4px 0; }
.cell { fill: var(--dot); }
.cell:hover { stroke: var(--best); stroke-width: 2; }
.family { columns: 4; font-size: 12px; padding-left: 26px; }
pre { font-size: 11px; max-width: 580px; overflow: auto; }
section { max-width: 600px; }
)css";

}  // namespace gambol
