#include "search/search_page.h"
namespace gambol {
std::string search_page(const RunSpec&, const std::vector<Evaluation>&, bool) {
  return "<html></html>";
}
}  // namespace gambol
