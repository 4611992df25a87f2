// The JSON Schemas of the documents, as docs/schema has them: built in.
#include "schemas.h"

#include <iostream>
#include <vector>

#include "base/escaped.h"
#include "base/nearest_word.h"
#include "options.h"

namespace etscope::cli {

int printSchema(const std::string& asked) {
    std::string_view name = asked;
    if (name.starts_with("etscope.")) name = name.substr(8, name.rfind('/') - 8);
    std::vector<std::string_view> known;
    for (const Schema& schema : schemas()) {
        known.push_back(schema.name);
        if (schema.name == name) std::cout << schema.text;
        if (name.empty()) std::cout << schema.name << "\n";
        if (schema.name == name) return 0;
    }
    if (name.empty()) return 0;
    const std::string_view nearest = nearestWord(name, known);
    std::cerr << "etscope-cli: there is no document " << visible(asked)
              << (nearest.empty() ? std::string("; `etscope-cli schema` lists them") : "; the nearest is " + std::string(nearest))
              << "\n";
    return 2;
}

}  // namespace etscope::cli
