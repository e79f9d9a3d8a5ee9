#pragma once

// The controllers that may command a figure, as their author wrote them.

#include <string>
#include <vector>

#include "base/curve.h"
#include "base/error.h"
#include "schema/names.h"
#include "schema/values.h"
#include "shot/controllers/controller_kind.h"

namespace gambol {

struct ControllerSpec {
  Place place;
  // As written: the name of the file of which the rest is, or which it changes.
  std::string skill;
  std::string extends;               // in a skill file: the skill beside it that it changes
  std::vector<std::string> without;  // and the parts of that which are removed first
  std::vector<std::string> with;     // skills that add to it
  ChangeNames rows;                  // in a skill file: tables whose rows add to it
  std::string name;                  // for cues; default: the type's name
  double tick = 0.001;               // s between two calls
  bool active = false;               // from the start; else a cue starts it
  // Over simulated time: its share in what joints are commanded that skills before it command, too.
  Curve weight = Curve(1.0);
  ControllerKind kind;
  double faces = 0;  // rad: where its figure faces at the start; not written here
};
void fields(Fields& v, ControllerSpec& of);

}  // namespace gambol
