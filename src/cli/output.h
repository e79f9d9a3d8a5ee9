#pragma once

// The paths of the results of a shot or a sequence; see docs/command-line.md.
//
//     out/<shot>/poses.h5
//     out/<shot>/*.state                 the states that it begins with and ends in
//     out/<shot>/<preset>/<shot>.0001.exr, .png
//     out/<shot>/<shot>.mp4              of the preset `preview`; .mov for ProRes
//     out/<shot>/<shot>.<preset>.mp4     of every other preset
//     out/<shot>/<shot>.jpg              the poster, and likewise with a preset
//     out/<shot>/<shot>.html             the page that plays the motion
//     out/<shot>/<shot>.parts/           the parts of a long film, which the page loads
//     out/<shot>/farm/<preset>/          submissions to a farm; see farm/job.h
//     out/<shot>/<shot>.strobe.png, .sheet.png, .plot.svg, and likewise with a preset

#include <string>

namespace gambol {

inline constexpr const char* default_preset = "preview";

struct Output {
  std::string out;     // of all shots
  std::string folder;  // out/<shot>, where <shot> may begin with folders
  std::string shot;    // without these

  // `name`: see shot/results_name.h
  Output(const std::string& out, const std::string& name)
      : out(out), folder(out + "/" + name), shot(name.substr(name.rfind('/') + 1)) {}

  const std::string& states() const { return out; }  // holds <shot>/*.state of every shot
  std::string poses() const { return folder + "/poses.h5"; }
  std::string frames(const std::string& preset) const { return folder + "/" + preset; }
  std::string farm(const std::string& preset) const { return folder + "/farm/" + preset; }
  // `frame` counts from 1; `ending` is "exr" or "png".
  std::string frame(const std::string& preset, int frame, const std::string& ending) const;
  // `ending`: mp4 or mov, or jpg of its poster.
  std::string movie(const std::string& preset, const std::string& ending) const;
  // What a verb exports: the page, `ending` html.
  std::string exported(const std::string& ending) const {
    return folder + "/" + shot + "." + ending;
  }
  // `kind`: plot, sheet or strobe.
  std::string still(const std::string& kind, const std::string& preset,
                    const std::string& ending) const;
};

}  // namespace gambol
