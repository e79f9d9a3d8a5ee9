#pragma once
#include <string>
#include "search/evaluation.h"
#include "shot/run_spec.h"
namespace gambol {
std::string search_page(const RunSpec& run, const std::vector<Evaluation>& done, bool finished);
}
