#include "figure/name_images.h"

#include <cctype>

#include "base/pattern.h"

namespace gambol {
namespace {

bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

}  // namespace

PartNames part_names(const FigureSpec& figure) {
  auto names = std::make_shared<std::set<std::string>>();
  for (const BodySpec& body : figure.bodies) names->insert(body.name);
  for (const MotorProgramSpec& program : figure.motor_programs) names->insert(program.name);
  return names;
}

std::size_t NameImages::find(const std::string& name, std::size_t begin) const {
  for (std::size_t i = name.find(from_, begin); i != name.npos; i = name.find(from_, i + 1)) {
    const std::size_t end = i + from_.size();
    const bool goes_on = end < name.size() && is_digit(from_.back()) && is_digit(name[end]);
    const bool began = i > 0 && is_digit(from_.front()) && is_digit(name[i - 1]);
    if (!goes_on && !began) return i;
  }
  return name.npos;
}

std::string NameImages::of(std::string name) const {
  for (std::size_t i = find(name, 0); i != name.npos; i = find(name, i + to_.size()))
    name.replace(i, from_.size(), to_);
  return name;
}

std::string NameImages::of_reference(const std::string& name) const {
  const std::string body = name.substr(0, name.find('.'));  // without its degree of freedom
  return is_pattern(name) || known_->contains(body) ? of(name) : name;
}

}  // namespace gambol
