#include <fmt/format.h>

#include "base/nearest.h"
#include "cli/command_options.h"
#include "cli/takes.h"
#include "cli/verb_table.h"
#include "schema/file_kinds.h"
#include "schema/names.h"

namespace gambol {

void CommandOptions::add_checking() {
  CLI::App& check = add("check",
                        "report every problem in a shot, sequence, figure, reflex, gaits, look, "
                        "preset or run file");
  check
      .add_option("FILE", check_.files,
                  "YAML files, FILE@TAKE, FILE@PATTERN, or folders of YAML files")
      ->required()
      ->check(not_empty);
  check.add_option("--format", check_.format, "of what is found: text, json or sarif")
      ->check(CLI::IsMember({"text", "json", "sarif"}))
      ->capture_default_str();
  check.callback([this] {
    check_.allowed = allowed_;
    verb_ = [this] { return check_verb(check_); };
  });
  CLI::App& migrate =
      add("migrate", "rewrite files of an older version in the words of today; comments stay");
  migrate.add_option("FILE", migrate_.files, "YAML files, or folders of YAML files")
      ->required()
      ->check(not_empty);
  migrate.add_flag("--check", migrate_.check, "write nothing; fail if a file is old");
  migrate.callback([this] {
    migrate_.allowed = allowed_;
    verb_ = [this] { return migrate_verb(migrate_); };
  });
}

void CommandOptions::add_exchange() {
  CLI::App& verb = add("export", "write what a film shows for other programs");
  shot_options(verb);
  verb.add_option("--format", export_.format,
                  "glb: binary glTF 2.0; usda: USD as text; bvh: a hierarchy of joints for each "
                  "figure; obj: meshes of a frame; csv: a table of joints for each figure")
      ->check(CLI::IsMember({"glb", "usda", "bvh", "obj", "csv"}))
      ->capture_default_str();
  verb.add_option("--figure", export_.figure, "the only figure in the file; default: all")
      ->check(not_empty);
  verb.add_option("--from", export_.from, "time of the film at which it begins, e.g. 2 s");
  verb.add_option("--to", export_.to, "time of the film at which it ends");
  verb.add_option("--frames", export_.frames,
                  "of obj, e.g. 1-48x2: a file each; default: the frame at --from")
      ->check(not_empty);
  verb.add_flag("--samples", export_.samples,
                "every sample of the poses (several a frame), not only one a frame");
  verb.add_option("--segments", export_.segments, "of round surfaces, per full turn")
      ->check(CLI::Range(3, 1000))
      ->capture_default_str();
  verb.callback([this] {
    verb_ = [this] {
      return for_each_shot(shot_, [this](const ShotOptions& shot) {
        export_.shot = shot;
        return export_verb(export_);
      });
    };
  });
  add_import();
}

void CommandOptions::add_import() {
  CLI::App& verb = add("import", "make a figure, or its motion, of another program's file");
  verb.add_option("FILE", import_.file,
                  "a robot (URDF, MJCF), a character or thing (glTF), a motion (BVH), or a "
                  "table of joints (CSV)")
      ->required()
      ->check(not_empty);
  verb.add_option("--out", import_.out,
                  "a folder, or the figure file; default: figures/ and scenes/ of the project "
                  "here, or this folder")
      ->check(not_empty);
  verb.add_option("--unit", import_.unit,
                  "of lengths in glTF and BVH: m, cm, mm, in, or a length, as 5.64cm; default: m "
                  "in glTF, guessed in BVH")
      ->check(not_empty);
  verb.add_option("--height", import_.height,
                  "of a character in glTF or BVH as it stands, as 1.7m; instead of --unit")
      ->check(not_empty)
      ->excludes("--unit");
  verb.add_option("--up", import_.up, "axis of BVH that points up")
      ->check(CLI::IsMember({"y", "z"}))
      ->capture_default_str();
  verb.add_option("--density", import_.density, "of a character, kg/m3")
      ->check(CLI::Range(1.0, 1e5))
      ->capture_default_str();
  verb.add_option("--figure", import_.figure, "of a table: the figure file that it moves")
      ->check(not_empty);
  verb.add_flag("--replace", import_.replace, "replace files that are there");
  verb.callback([this] {
    import_.allowed = allowed_;
    verb_ = [this] { return import_verb(import_); };
  });
}

void CommandOptions::add_knowing() {
  CLI::App& bodies = add("bodies", "print the joints and masses of a figure file");
  bodies.add_option("FIGURE", figure_, "a figure file, e.g. figures/thesis_human.yaml")->required();
  bodies.add_flag("--json", json_, "print JSON, for programs");
  bodies.add_flag("--springs", springs_, "print springs, dampers and limits of joints, too");
  bodies.callback([this] { verb_ = [this] { return bodies_verb(figure_, json_, springs_); }; });
  CLI::App& explain = add("explain", "explain a key of a file");
  explain.add_option("KEY", words_,
                     "a key or its last parts, e.g. camera.focal_length or stiffness, or words "
                     "that it may mean, e.g. slow motion; or a table (.npy), which is shown; "
                     "default: list the kinds of files");
  explain.callback([this] {
    verb_ = [this] { return explain_verb(fmt::format("{}", fmt::join(words_, " "))); };
  });
  CLI::App& schema = add("schema", "print a JSON Schema, for completion and help in editors");
  schema.add_option("KIND", kind_, alternatives({file_kind_names.begin(), file_kind_names.end()}))
      ->capture_default_str();
  schema.callback([this] { verb_ = [this] { return schema_verb(kind_); }; });
  // For packages: nobody types it.
  CLI::App& manual = add("manual", "print the manual page");
  manual.group("")->callback([this] {
    verb_ = [this] {
      fmt::print("{}", manual_page(verbs_of(app_)));
      return ExitCode::ok;
    };
  });
  CLI::App& test = add("test", "run the tests (./gambol test, in a checkout)");
  test.allow_extras();
  test.callback([this] { verb_ = [] { return test_verb(); }; });
}

}  // namespace gambol
