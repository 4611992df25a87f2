# cmake -DROOM=report -DFOLDER=resources/report -DOUTPUT=resources.cpp -P EmbedResources.cmake: the files of the folder as texts of C++,
# by name; ROOM: of the core, whose resources.h declares them.
file(GLOB files ${FOLDER}/*)
list(SORT files)
set(rows "")
foreach(path IN LISTS files)
    get_filename_component(name "${path}" NAME)
    file(READ "${path}" text)
    string(APPEND rows "    {\"${name}\", R\"~resource~(${text})~resource~\"},\n")
endforeach()
file(WRITE ${OUTPUT}.new "// Made of resources/${ROOM}.\n#include \"${ROOM}/resources.h\"\n\nnamespace etscope::${ROOM} {\nnamespace {\n\nstruct Resource {\n    std::string_view file, text;\n};\nconstexpr Resource kResources[] = {\n${rows}};\n\n}  // namespace\n\nstd::string_view resource(std::string_view file) noexcept {\n    for (const Resource& one : kResources)\n        if (one.file == file) return one.text;\n    return {};\n}\n\n}  // namespace etscope::${ROOM}\n")
file(RENAME ${OUTPUT}.new ${OUTPUT})
