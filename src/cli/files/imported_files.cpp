#include "cli/files/imported_files.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>

#include "base/atomic_file.h"
#include "base/file_set.h"
#include "base/leftovers.h"
#include "base/say.h"
#include "base/text_file.h"
#include "cli/confine.h"
#include "exchange/formats/imported_problems.h"
#include "exchange/formats/starter_shot.h"
#include "farm/template.h"
#include "figure/reading.h"
#include "schema/report.h"
#include "shot/check.h"
#include "shot/shot_spec.h"
#include "simulation/world.h"

namespace gambol {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_names = 12;  // of one kind, to be listed

std::string near(const fs::path& path) {
  std::error_code error;
  const fs::path relative = fs::proximate(path, error);
  return error || *relative.begin() == ".." ? path.string() : relative.string();
}

struct Places {
  fs::path folder;                // in which all files go: the project's, or that of --out
  std::vector<fs::path> figures;  // files, absolute
  fs::path shot;
};

fs::path whole(const fs::path& path) { return fs::absolute(path).lexically_normal(); }

// A single figure has the name of the import; several lie beside each other.
Places places_of(const Imported& made, const ImportOptions& options) {
  Places places;
  fs::path figures, scenes;
  if (fs::path(options.out).extension() == ".yaml") {
    const fs::path file = whole(options.out);
    figures = scenes = file.parent_path();
  } else if (!options.out.empty()) {
    figures = scenes = whole(options.out);
  } else {
    figures = scenes = fs::current_path();
    const Project project = project_of((figures / "import.yaml").string());
    const fs::path of_project = places.folder = fs::path(project.folder);
    const auto own = project.places.find("figures");
    fs::path folder = of_project / "figures";
    if (own != project.places.end() && !own->second.empty()) folder = of_project / own->second[0];
    if (fs::is_directory(folder) && fs::is_directory(of_project / "scenes")) {
      figures = folder;
      scenes = of_project / "scenes";
    }
  }
  if (!options.out.empty()) places.folder = figures;
  for (const ImportedFigure& figure : made.figures)
    places.figures.push_back(figures / (figure.name + ".yaml"));
  std::string name = made.name + (figures == scenes ? "_shot" : "");
  while (std::count(places.figures.begin(), places.figures.end(), scenes / (name + ".yaml")))
    name += "_shot";
  places.shot = scenes / (name + ".yaml");
  return places;
}

// No link leads out of the folder in which the files go: a project may be a stranger's.
void require_inside(const fs::path& file, const Places& places) {
  if (is_at_or_below(file.parent_path(), places.folder)) return;
  Problem problem;
  problem.place.file = near(file);
  problem.found =
      fmt::format("{}, which leads out of {}", near(file.parent_path()), near(places.folder));
  problem.expected = "a folder in it; --out names one anywhere";
  throw InputError(problem);
}

// A folder is never replaced, nor is the file that is imported.
void require_free(const fs::path& path, const ImportOptions& options) {
  std::error_code error;
  const fs::file_status there = fs::symlink_status(path, error);
  if (!fs::exists(there)) return;
  if (fs::is_directory(there) || fs::equivalent(path, options.file, error))
    throw InputError(file_problem(near(path), fs::is_directory(there)
                                                  ? "a folder of that name is there; --out names "
                                                    "another place"
                                                  : "it is what is imported; --out names another "
                                                    "place"));
  if (options.replace) return;
  throw InputError(
      file_problem(near(path), "it is there already; --replace replaces it, --out names another"));
}

// Names of figures and files come from other people's files.
void require_plain(const Imported& made, const std::string& name) {
  const fs::path path(name);
  const bool leads_out =
      path.is_absolute() || std::find(path.begin(), path.end(), "..") != path.end();
  if (!leads_out && !name.empty()) return;
  Problem problem;
  problem.place.file = made.source;
  problem.found = in_quotes(name);
  problem.expected = "a name for a file";
  throw InputError(problem);
}

void require_good_places(const Imported& made, const Places& places) {
  require_inside(places.shot, places);
  for (std::size_t i = 0; i < made.figures.size(); ++i) {
    require_plain(made, made.figures[i].name);
    require_inside(places.figures[i], places);
    for (const ImportedFile& file : made.figures[i].files) {
      require_plain(made, file.name);
      require_inside(places.figures[i].parent_path() / file.name, places);
    }
  }
}

// A shot that may not read its figure would be of no use.
void require_readable(const fs::path& figure, const Places& places, const ImportOptions& options) {
  std::vector<std::string> open = options.allowed;
  open.push_back(project_of(places.shot.string()).folder);
  std::error_code error;
  const fs::path own = fs::weakly_canonical(figure, error);
  for (const std::string& folder : open) {
    const fs::path to = own.lexically_relative(fs::weakly_canonical(folder, error));
    if (!to.empty() && *to.begin() != "..") return;
  }
  throw InputError(file_problem(
      near(figure), fmt::format("it lies where {} may not read; --out puts the shot beside it, and "
                                "--allow-path opens its folder, here and for each later command",
                                near(places.shot))));
}

// Throws problems of what was made as such of the imported file.
[[noreturn]] void refuse_made(const Imported& made, std::vector<Problem> problems,
                              const fs::path& staged) {
  const std::string folder = staged.string() + "/";
  for (Problem& p : problems)
    if (p.place.file.starts_with(folder) || p.place.file.starts_with(near(folder)))
      p = problem_of_source(made, p);
  throw InputError(std::move(problems));
}

// What `gambol check` would also find: figures that cannot begin where they are.
std::vector<Problem> problems_of_start(const ShotSpec& shot,
                                       const std::shared_ptr<const LoadedParts>&) try {
  const World can_begin(shot.motion);
  return {};
} catch (const InputError& error) {
  return error.problems();
}

}  // namespace

WrittenImport write_import(Imported& made, const ImportOptions& options) try {
  const Places places = places_of(made, options);
  const fs::path base = places.figures.empty() ? places.shot : places.figures[0];
  std::vector<FigureSpec> specs;
  std::vector<std::string> staged, shown;
  require_good_places(made, places);
  // Not what a killed process began to put there.
  for (const fs::path* path : {&places.shot, &base}) remove_leftovers(path->parent_path());
  require_free(places.shot, options);
  FileSet files;
  const fs::path staging = files.staging(base.parent_path());
  const auto fresh = [&](std::size_t i) { return made.figures[i].file.empty(); };
  for (std::size_t i = 0; i < made.figures.size(); ++i) {
    const ImportedFigure& figure = made.figures[i];
    if (!fresh(i)) {
      require_readable(whole(figure.file), places, options);
      staged.push_back(whole(figure.file).string());
      continue;
    }
    require_free(places.figures[i], options);
    for (const ImportedFile& file : figure.files)
      require_free(places.figures[i].parent_path() / file.name, options);
    staged.push_back((staging / places.figures[i].filename()).string());
    write_file(staged.back(), figure.text, {}, places.figures[i]);
    for (const ImportedFile& file : figure.files)
      write_file((staging / file.name).string(), file.bytes, {},
                 places.figures[i].parent_path() / file.name);
  }
  // Loads and checks the written files as `gambol check` would.
  made.name = places.shot.stem();  // a shot has the name of its file
  const fs::path staged_shot = staging / "scenes" / places.shot.filename();
  std::vector<std::string> allowed = options.allowed;
  allowed.push_back(staging.string());
  for (std::size_t i = 0; i < made.figures.size(); ++i)
    if (!fresh(i)) {
      const Project project = project_of(staged[i]);
      allowed.push_back(project.folder);
      allowed.insert(allowed.end(), project.allowed.begin(), project.allowed.end());
    }
  confine(staged_shot.string(), allowed);
  for (std::size_t i = 0; i < made.figures.size(); ++i) {
    Findings findings;
    specs.push_back(load_figure(staged[i], findings));
    if (!findings.problems.empty()) refuse_made(made, findings.problems, staging);
    shown.push_back(fs::proximate(staged[i], staged_shot.parent_path()).string());
  }
  const auto problems_of_shot = [&] {
    write_file(staged_shot.string(), starter_shot(made, specs, shown), {}, places.shot);
    return check_file(staged_shot.string(), problems_of_start);
  };
  std::vector<Problem> problems = problems_of_shot();
  if (!problems.empty() && made.figures.size() > 1) {
    // Other programs let bodies begin within each other.
    made.apart = false;
    problems = problems_of_shot();
  }
  if (!problems.empty()) refuse_made(made, std::move(problems), staging);
  for (std::size_t i = 0; i < made.figures.size(); ++i)
    shown[i] =
        fs::proximate(fresh(i) ? places.figures[i] : fs::path(staged[i]), places.shot.parent_path())
            .string();

  const std::string shot = starter_shot(made, specs, shown);  // looks at the staged meshes

  WrittenImport written;
  for (std::size_t i = 0; i < made.figures.size(); ++i) {
    if (!fresh(i)) continue;
    for (const ImportedFile& file : made.figures[i].files)
      files.move(staging / file.name, places.figures[i].parent_path() / file.name);
    files.move(staged[i], places.figures[i]);
    written.figures.push_back(near(places.figures[i]));
  }
  files.write(places.shot, shot);
  files.commit();
  written.shot = near(places.shot);
  return written;
} catch (const fs::filesystem_error& error) {
  throw RunError(ExitCode::failed, fmt::format("cannot write {}: {}", error.path1().string(),
                                               error.code().message()));
}

void print_import(const Imported& made, const WrittenImport& written) {
  for (const std::string& figure : written.figures) fmt::print("{}\n", figure);
  fmt::print("{}\n", written.shot);
  for (const std::string& note : made.notes) say("{}\n", note);
  // Alike things in one line, in the order of the first of each.
  std::vector<std::pair<std::pair<std::string, std::string>, std::vector<const LeftOut*>>> kinds;
  for (const LeftOut& left : made.left_out) {
    const std::pair key{left.kind, left.why};
    const auto known =
        std::find_if(kinds.begin(), kinds.end(), [&](const auto& k) { return k.first == key; });
    if (known == kinds.end())
      kinds.push_back({key, {&left}});
    else
      known->second.push_back(&left);
  }
  if (!kinds.empty()) say("left out:\n");
  for (const auto& [key, all] : kinds) {
    std::vector<std::string> names;
    for (const LeftOut* left : all) {
      if (names.size() == most_names) break;
      std::string name = left->name;
      if (left->place.line > 0)
        name += fmt::format("{}({}:{})", name.empty() ? "" : " ",
                            fs::path(left->place.file).filename().string(), left->place.line);
      if (!name.empty()) names.push_back(name);
    }
    if (all.size() > most_names) names.push_back(fmt::format("{} more", all.size() - most_names));
    Problem line;  // in one line that is safe to print
    line.expected = fmt::format("{}{}{}: {}", key.first, names.empty() ? "" : " ",
                                fmt::join(names, ", "), key.second);
    say("  {}\n", line.to_string());
  }
  say("next: gambol sheet {} --preset draft\n", shell_text(written.shot));
}

}  // namespace gambol
