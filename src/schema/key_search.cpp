#include "schema/key_search.h"

#include <algorithm>
#include <cctype>
#include <set>
#include <string_view>

namespace gambol {
namespace {

// What authors say, and the keys, or measures, that mean it.
struct Synonym {
  std::string_view words, keys;  // separated by spaces; keys, or the last parts of their paths
};

// clang-format off
constexpr Synonym synonyms[] = {
    {"lens zoom", "focal_length f_number focus sensor_width"},
    {"aperture bokeh dof depth_of_field", "f_number focus"},
    {"blur motion_blur", "camera.shutter f_number"},
    {"fov field_of_view", "focal_length sensor_width"},
    {"volume loudness loud quiet", "audio.gain audio"},
    {"music sound soundtrack", "audio"},
    {"arm hand wrist shoulder elbow", "swings reach chains joints angles"},
    {"limb knee hip ankle leg foot", "legs joints"},
    {"head neck eye gaze look_at", "joints angles camera.target"},
    {"bone segment", "bodies"},
    {"muscle motor torque", "actuators most_torque"},
    {"spring stiff", "actuators stiffness strength"},
    {"weight heavy light_weight", "mass density person"},
    {"size tall stature scale", "person stature scale at"},
    {"slippery ice grip traction", "friction sticky"},
    {"bounce bouncy elastic", "restitution elasticity"},
    {"floor plane", "ground terrain"},
    {"hill slope stairs wall box", "terrain obstacles ramp"},
    {"prop object furniture", "figures obstacles"},
    {"character actor creature animal", "figures"},
    {"wind hit kick shove punch", "cues.push cues.kick"},
    {"grab carry hold hat attach", "cues.attach"},
    {"slow slowmo slow_motion fast timelapse time_lapse ramp_speed pause freeze", "film.playback"},
    {"length time long", "film.duration simulate_until preroll"},
    {"warmup warm_up run_up lead_in skip", "preroll prepare start_from"},
    {"framerate frame_rate", "film.fps"},
    {"resolution quality", "film.resolution scale width height samples crf"},
    {"noise grain noisy", "samples denoise"},
    {"brightness bright dark", "look.exposure intensity"},
    {"lamp light lighting bulb", "look.lights intensity"},
    {"shadow", "look.lights sun_angle"},
    {"fog mist", "look.sky.haze"},
    {"smoke dust spark rain snow", "world.particles cues.emit"},
    {"sky background environment hdri", "look.sky background"},
    {"alpha transparent transparency", "sky.seen opacity codec"},
    {"colour paint", "materials.color textures"},
    {"texture picture", "textures image"},
    {"fur coat grass", "hair grow"},
    {"shiny glossy matte", "roughness specular coat"},
    {"text caption subtitle title", "overlays caption.text parts.title"},
    {"pan tilt_shot track dolly crane camera_move", "camera.follow camera.position camera.target"},
    {"shake handheld wobble", "camera.position follow.smoothing"},
    {"cut edit montage crossfade cross_fade transition dissolve", "parts.dissolve overlays.fade"},
    {"walk trot run gallop gait", "skills gaits speed"},
    {"jump leap hop", "acts.leap plan_leaps acts"},
    {"dance sit lie perform", "acts cues.run"},
    {"direction steer turn", "figures.faces path turn"},
    {"fall balance topple", "falls expect"},
    {"random chance", "seed starts"},
    {"variant version", "takes extends"},
    {"test assert goal", "expect"},
};
// clang-format on

std::vector<std::string> split_words(std::string_view text) {
  std::vector<std::string> words;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find(' ', at), text.size());
    words.emplace_back(text.substr(at, end - at));
    at = end + 1;
  }
  return words;
}

std::string lower(std::string text) {
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

// As the words of `synonyms` are written.
std::string joined_by_underscores(std::string words) {
  std::replace_if(
      words.begin(), words.end(), [](char c) { return c == ' ' || c == '-'; }, '_');
  return words;
}

std::string singular(const std::string& word) {
  return word.size() > 3 && word.ends_with('s') && !word.ends_with("ss") && word != "lens"
             ? word.substr(0, word.size() - 1)
             : word;
}

bool is_letter(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

}  // namespace

FieldInfo as_field(const FieldInfo::Alternative& alternative) {
  FieldInfo fields;
  fields.name = alternative.name;
  fields.kind = ValueKind::structure;
  fields.field.help = "one of the alternatives of `type`";
  fields.fields = alternative.fields;
  return fields;
}

void collect_keys(const std::vector<FieldInfo>& fields, const std::string& above,
                  const std::string& ending, std::vector<NamedKey>& all) {
  for (const FieldInfo& f : fields) {
    const std::string path = above + f.name;
    if (path.ends_with(ending)) all.push_back({path, f});
    collect_keys(f.fields, path + ".", ending, all);
    for (const FieldInfo::Alternative& a : f.alternatives) {
      const std::string chosen = path + "." + a.name;
      if (chosen.ends_with(ending)) all.push_back({chosen, as_field(a)});
      collect_keys(a.fields, chosen + ".", ending, all);
    }
  }
}

std::vector<std::string> meant_by_word(const std::string& word) {
  const std::string one = singular(joined_by_underscores(lower(word)));
  std::vector<std::string> meant;
  for (const Synonym& s : synonyms) {
    const std::vector<std::string> words = split_words(s.words);
    if (std::find(words.begin(), words.end(), one) == words.end()) continue;
    for (std::string& key : split_words(s.keys))
      if (std::find(meant.begin(), meant.end(), key) == meant.end()) meant.push_back(key);
  }
  return meant;
}

std::vector<std::string> words_with_meanings() {
  std::vector<std::string> all;
  for (const Synonym& s : synonyms)
    for (std::string& word : split_words(s.words)) all.push_back(std::move(word));
  return all;
}

bool speaks_of(const std::string& name, const std::string& help, const std::string& word) {
  const std::string one = singular(lower(word)), text = lower(help);
  if (one.empty()) return false;
  if (lower(name).find(one) != name.npos) return true;
  for (std::size_t at = text.find(one); at != text.npos; at = text.find(one, at + 1))
    if (at == 0 || !is_letter(text[at - 1])) return true;
  return false;
}

std::vector<NamedKey> keys_meant_by(const FileKinds& kinds, const std::string& word) {
  std::vector<NamedKey> keys, meant;
  const std::vector<std::string> endings = meant_by_word(word);
  if (endings.empty()) return meant;
  for (const FieldInfo* kind : kinds)
    if (!kind->repeats) collect_keys(kind->fields, kind->name + ".", "", keys);
  std::set<std::string> told;  // names with their help
  for (const std::string& ending : endings)
    for (const NamedKey& key : keys)
      if (key.path.ends_with("." + ending) &&
          told.insert(key.info.name + "\n" + key.info.field.help).second)
        meant.push_back(key);
  return meant;
}

std::vector<NamedKey> keys_about(const FileKinds& kinds, const std::string& word) {
  std::vector<NamedKey> keys, about = keys_meant_by(kinds, word);
  for (const FieldInfo* kind : kinds)
    if (!kind->repeats) collect_keys(kind->fields, kind->name + ".", "", keys);
  std::set<std::string> told;  // names with their help
  for (const NamedKey& key : about) told.insert(key.info.name + "\n" + key.info.field.help);
  for (const bool by_name : {true, false})
    for (const NamedKey& key : keys)
      if (speaks_of(key.info.name, by_name ? "" : key.info.field.help, word) &&
          told.insert(key.info.name + "\n" + key.info.field.help).second)
        about.push_back(key);
  return about;
}

}  // namespace gambol
