#include "movie/encode.h"

#include <fmt/format.h>

#include "base/atomic_file.h"
#include "base/error.h"
#include "base/module.h"
#include "movie/backend.h"

namespace gambol {
namespace {

const MovieBackend& backend() {
  return *module_function<const MovieBackend*()>(movie_backend_module, movie_backend_symbol)();
}

}  // namespace

void encode_movie(const std::vector<std::string>& frames, const MovieSettings& settings,
                  const std::string& path, const std::function<void(double)>& progress) {
  if (frames.empty())
    throw RunError(ExitCode::failed, fmt::format("cannot write {}: there are no frames", path));
  AtomicFile file(path);
  const std::string why = backend().encode(frames, settings, file.temp_path(), progress);
  if (!why.empty()) throw RunError(ExitCode::failed, fmt::format("cannot write {}: {}", path, why));
  file.commit();
}

MovieInfo read_movie_info(const std::string& path) {
  MovieInfo info;
  const std::string why = backend().read_info(path, info);
  if (why.empty()) return info;
  Problem problem;
  problem.place.file = path;
  problem.found = why;
  problem.expected = "a movie";
  throw InputError(problem);
}

}  // namespace gambol
