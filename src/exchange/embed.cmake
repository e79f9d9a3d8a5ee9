# Writes OUTPUT, C++ source with the text of every HTML, CSS and JavaScript file in FOLDER: FUNCTION
# of HEADER, which returns a vector of EmbeddedFile. A string literal may have at most 64 KiB; every module
# should be much shorter.
file(GLOB files ${FOLDER}/*.html ${FOLDER}/*.css ${FOLDER}/*.js)
list(SORT files)
set(code "#include \"${HEADER}\"\n\nnamespace gambol {\n\n")
string(APPEND code "const std::vector<EmbeddedFile>& ${FUNCTION}() {\n")
string(APPEND code "  static const std::vector<EmbeddedFile> files = {\n")
foreach(file IN LISTS files)
  get_filename_component(name "${file}" NAME)
  file(READ "${file}" text)
  string(APPEND code "      {\"${name}\", R\"gambol(${text})gambol\"},\n")
endforeach()
string(APPEND code "  };\n  return files;\n}\n\n}  // namespace gambol\n")
file(WRITE "${OUTPUT}" "${code}")
