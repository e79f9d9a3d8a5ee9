#pragma once

// The style of a search's page. The colours are Okabe and Ito's, which colour-blind readers can
// distinguish, lighter ones in the dark; every mark differs from the others by its shape too.

namespace gambol {

inline constexpr const char* search_page_style = R"css(
:root {
  --ink: #202124; --quiet: #66686d; --line: #d9dade; --paper: #ffffff; --raised: #f3f4f6;
  --dot: #0072b2; --best: #c04f00; --median: #00825f; --bad: #a8457f; --first: #fff1d6;
  --faint: 0.45;
  color-scheme: light dark;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ink: #e8e6e1; --quiet: #9a978f; --line: #35363a; --paper: #1b1c1f; --raised: #27282c;
    --dot: #56b4e9; --best: #f0a530; --median: #2fc79b; --bad: #e08fbb; --first: #443417;
    --faint: 0.7;
  }
}
* { box-sizing: border-box; }
body {
  max-width: 1320px; margin: 0 auto; padding: 18px 24px 40px;
  background: var(--paper); color: var(--ink);
  font: 14px/1.45 system-ui, "Segoe UI", "DejaVu Sans", sans-serif;
  overflow-wrap: anywhere;
}
h1 { margin: 0; font-size: 22px; }
h2 { margin: 30px 0 6px; font-size: 16px; }
p { margin: 4px 0; }
.quiet, small, .note { color: var(--quiet); }
.state {
  margin-left: 10px; padding: 2px 9px; border-radius: 10px; border: 1px solid var(--line);
  background: var(--raised); font-size: 13px; font-weight: normal; vertical-align: 3px;
}
.facts { display: flex; flex-wrap: wrap; gap: 10px; margin: 14px 0 0; }
.facts div { padding: 8px 14px; border-radius: 6px; background: var(--raised); }
.facts dt { color: var(--quiet); font-size: 12px; }
.facts dd { margin: 0; font-size: 18px; font-variant-numeric: tabular-nums; }
.key { display: flex; flex-wrap: wrap; gap: 4px 20px; font-size: 13px; }
.key svg { vertical-align: -2px; margin-right: 5px; }
.key .dot, .key .faint { stroke-width: 6; opacity: 1; }
svg.plot { max-width: 100%; height: auto; }
svg text { font: 11px "DejaVu Sans", Verdana, sans-serif; fill: var(--ink); }
svg text.quiet { fill: var(--quiet); }
path { fill: none; stroke-linecap: round; stroke-linejoin: round; }
.frame { fill: none; stroke: var(--quiet); stroke-width: 0.8; }
.grid { stroke: var(--line); stroke-width: 0.8; }
.axis { stroke: var(--quiet); stroke-width: 0.8; }
.dot { stroke: var(--dot); stroke-width: 4; opacity: var(--faint); }
.dot path:hover { stroke-width: 9; }
.fail { stroke: var(--bad); stroke-width: 1; stroke-linecap: butt; }
.median { stroke: var(--median); stroke-width: 1.6; stroke-dasharray: 5 4; }
.best { stroke: var(--best); stroke-width: 2; }
.parameters .best { stroke-width: 1.4; }
.mark { stroke: var(--best); stroke-width: 8; }
.faint { stroke: var(--dot); stroke-width: 3; opacity: var(--faint); }
.faint.bad { stroke: var(--bad); }
.parameters { display: flex; flex-wrap: wrap; gap: 14px 16px; margin-top: 10px; }
.parameters figure { margin: 0; width: 294px; }
.parameters figcaption { display: flex; justify-content: space-between; gap: 10px; padding-right: 8px; }
.parameters small { display: inline; margin-left: 6px; }
.parameters figcaption span { color: var(--best); text-align: right; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-size: 13px; overflow-wrap: normal; }
th, td { padding: 4px 9px; text-align: left; border-bottom: 1px solid var(--line); white-space: nowrap; }
th { font-weight: 600; vertical-align: bottom; }
th small { display: block; font-weight: normal; }
th.n { white-space: normal; min-width: 72px; }
/* The candidate stays in sight when a wide table is scrolled. */
tr > th:first-child { position: sticky; left: 0; background: var(--paper); }
th.group { border-bottom-color: var(--quiet); text-align: left; }
.n { text-align: right; font-variant-numeric: tabular-nums; }
td.text { white-space: normal; overflow-wrap: anywhere; }
tr.first > *, tr.first > th:first-child { background: var(--first); font-weight: 600; }
)css";

}  // namespace gambol
