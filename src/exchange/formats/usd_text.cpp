#include "exchange/formats/usd_text.h"

namespace gambol {

std::string UsdText::begin(const std::string& specifier, const std::string& type,
                           const std::string& name, const std::vector<std::string>& metadata) {
  const std::string unique = open_.back().names.identifier(name);
  const std::string head = fmt::format("{} {} \"{}\"", specifier, type, unique);
  if (metadata.empty()) {
    line(head);
  } else {
    line(head + " (");
    for (const std::string& item : metadata) line("    " + item);
    line(")");
  }
  line("{");
  open_.push_back({fmt::format("{}/{}", path(), unique), {}});
  return path();
}

void UsdText::end() {
  open_.pop_back();
  line("}");
}

void UsdText::line(const std::string& text) {
  text_.append(4 * (open_.size() - 1), ' ');
  text_ += text;
  text_ += '\n';
}

void UsdText::property(const std::string& declaration, const std::string& value,
                       const std::string& metadata) {
  const std::string more = metadata.empty() ? "" : fmt::format(" ({})", metadata);
  line(fmt::format("{} = {}{}", declaration, value, more));
}

void UsdText::relation(const std::string& name, const std::string& path) {
  line(fmt::format("rel {} = <{}>", name, path));
}

void UsdText::sample(std::size_t frame, const std::string& value) {
  line(fmt::format("    {}: {},", usd_number(codes_[frame]), value));
}

void UsdText::track(const std::string& declaration, const std::vector<std::string>& values,
                    const std::string& metadata) {
  bool same = true;
  for (const std::string& value : values) same = same && value == values.front();
  if (same) return property(declaration, values.front(), metadata);
  // Metadata belong to the declaration, which has no value of its own.
  if (!metadata.empty()) line(fmt::format("{} ({})", declaration, metadata));
  line(declaration + ".timeSamples = {");
  for (std::size_t k = 0; k < values.size(); ++k) {
    // What stays is said where it begins and where it ends.
    const bool inside = k > 0 && k + 1 < values.size();
    if (!inside || values[k] != values[k - 1] || values[k] != values[k + 1]) sample(k, values[k]);
  }
  line("}");
}

void UsdText::step(const std::string& declaration, const std::string& before,
                   const std::string& after, std::size_t frame) {
  if (frame == 0 || frame >= frames()) return property(declaration, frame == 0 ? after : before);
  line(declaration + ".timeSamples = {");
  sample(0, before);
  sample(frame, after);
  line("}");
}

std::string usd_number(double x) { return fmt::format("{}", x == 0 ? 0.0 : x); }

std::string usd_float(double x) {
  const auto single = static_cast<float>(x);
  return fmt::format("{}", single == 0 ? 0.0f : single);
}

std::string usd_quote(const std::string& text) {
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') quoted += '\\';
    if (c == '\n')
      quoted += "\\n";
    else if (static_cast<unsigned char>(c) >= ' ')
      quoted += c;
  }
  return quoted += '"';
}

std::string usd_vector(const Vec3& v) {
  return fmt::format("({}, {}, {})", usd_number(v.x()), usd_number(v.y()), usd_number(v.z()));
}

std::string usd_float_vector(const Vec3& v) {
  return fmt::format("({}, {}, {})", usd_float(v.x()), usd_float(v.y()), usd_float(v.z()));
}

std::string usd_quaternion(const Quat& q) {
  return fmt::format("({}, {}, {}, {})", usd_float(q.w()), usd_float(q.x()), usd_float(q.y()),
                     usd_float(q.z()));
}

std::string usd_matrix(const Transform& X) {
  const Mat3 R = X.R.toRotationMatrix();
  std::string text = "( ";
  for (int k = 0; k < 3; ++k)  // images of the axes
    text += fmt::format("({}, {}, {}, 0), ", usd_number(R(0, k)), usd_number(R(1, k)),
                        usd_number(R(2, k)));
  return text + fmt::format("({}, {}, {}, 1) )", usd_number(X.p.x()), usd_number(X.p.y()),
                            usd_number(X.p.z()));
}

std::string usd_extent(const Eigen::AlignedBox3d& box) {
  return fmt::format("[{}, {}]", usd_float_vector(box.min()), usd_float_vector(box.max()));
}

}  // namespace gambol
