// Every column is what docs/schema says of the rows of its document: there is such a key, and its type is one that the kind shows.
#include <QtTest>
#include <algorithm>
#include <set>

#include "report/columns.h"
#include "support/bytes.h"
#include "support/test_case.h"

using namespace etscope;
using report::Column;
using report::Json;
using report::Kind;
using report::Table;

namespace {

using ColumnTypes = std::set<std::string>;

/// A part of a schema, with what it refers to.
struct SchemaPart {
    const Json* root = nullptr;
    const Json* at = nullptr;

    /// Itself, what it refers to, its alternatives.
    std::vector<SchemaPart> all() const {
        std::vector<SchemaPart> parts;
        if (at == nullptr) return parts;
        parts.push_back(*this);
        const auto add = [&](const Json& one) {
            for (const SchemaPart& part : SchemaPart{root, &one}.all()) parts.push_back(part);
        };
        if (const auto ref = at->find("$ref"); ref != at->end())
            add((*root)["$defs"][ref->get<std::string>().substr(std::string("#/$defs/").size())]);
        for (const char* list : {"anyOf", "oneOf"})
            if (const auto found = at->find(list); found != at->end())
                for (const Json& one : *found) add(one);
        return parts;
    }
    SchemaPart key(const std::string& name) const {
        for (const SchemaPart& part : all())
            if (const auto found = part.at->find("properties"); found != part.at->end() && found->contains(name))
                return {root, &(*found)[name]};
        return {root, nullptr};
    }
    SchemaPart items() const {
        for (const SchemaPart& part : all())
            if (const auto found = part.at->find("items"); found != part.at->end()) return {root, &*found};
        return {root, nullptr};
    }
    SchemaPart path(std::string_view steps) const {
        SchemaPart part = *this;
        while (!steps.empty()) {
            const std::string_view step = steps.substr(0, steps.find('.'));
            steps.remove_prefix(std::min(steps.size(), step.size() + 1));
            part = part.key(std::string(step));
        }
        return part;
    }
    ColumnTypes types() const {
        ColumnTypes found;
        for (const SchemaPart& part : all()) {
            if (const auto type = part.at->find("type"); type != part.at->end())
                for (const Json& one : type->is_array() ? *type : Json::array({*type})) found.insert(one.get<std::string>());
            if (const auto words = part.at->find("enum"); words != part.at->end())
                for (const Json& word : *words) found.insert(word.is_string() ? "string" : "null");
        }
        return found;
    }
};

/// Where tables whose rows no list is have theirs: what holds the row, and the row; what else the table adds to rows itself.
struct RowPlace {
    std::string_view schema, name;
    std::vector<std::pair<std::string, std::string>> places;
    std::set<std::string_view> made;
};
const std::vector<RowPlace>& rowPlaces() {
    static const std::vector<RowPlace> kPlaces{
        {"etscope.graph/1", "", {{"", "nodes"}}, {"types", "module.path", "module.type", "frame.file", "frame.line"}},
        {"etscope.tensor/1", "", {{"", ""}}, {}},
        {"etscope.tensor/1", "channels", {{"", "channels"}}, {}},
        {"etscope.events/1", "against", {{"against", "rows"}}, {}},
        {"etscope.stages/1", "", {{"", "arrows"}, {"", "arrows.outputs"}}, {"method"}},
        {"etscope.diff/1",
         "",
         {{"methods", "changed"}, {"methods", "changed.fields"}, {"", "tensors"}, {"", "metadata"}},
         {"what"}},
        {"etscope.info/1", "plans", {{"", "pte.plans"}}, {}},
        {"etscope.info/1", "nested", {{"", "native.nested"}}, {}},
        {"etscope.info/1", "entries", {{"", "etrecord.entries"}}, {}},
        {"etscope.events/1", "runs", {{"", "against.runs"}}, {}},
        {"etscope.compare/1", "worst", {{"", "comparisons.worst"}}, {}},
        {"etscope.memory/1", "parts", {{"", "resident.parts"}}, {}},
        {"etscope.advice/1", "weights", {{"", "today.weights"}}, {}},
        {"etscope.advice/1", "activations", {{"", "today.activations"}}, {}}};
    return kPlaces;
}

/// Of lists their items.
SchemaPart itemOf(SchemaPart part, std::string_view list) {
    while (!list.empty()) {
        const std::string_view step = list.substr(0, list.find('.'));
        list.remove_prefix(std::min(list.size(), step.size() + 1));
        part = part.key(std::string(step));
        if (part.items().at != nullptr) part = part.items();
    }
    return part;
}

bool fits(Kind kind, const ColumnTypes& types) {
    const auto any = [&](std::initializer_list<const char*> some) {
        return std::ranges::any_of(some, [&](const char* one) { return types.contains(one); });
    };
    switch (kind) {
        case Kind::Count:
        case Kind::Bytes:
        case Kind::Size: return any({"integer"});
        case Kind::Number:
        case Kind::Metric:
        case Kind::Share:
        case Kind::Time: return any({"number", "integer", "array"});
        case Kind::Code:
        case Kind::State:
        case Kind::Sentence: return any({"string"});
        case Kind::Word: return any({"string", "boolean"});
        case Kind::Place: return any({"array"});
        case Kind::Type:
        case Kind::Maximum: return any({"object"});
        default: return true;
    }
}

}  // namespace

class TestColumns : public QObject {
    Q_OBJECT
private slots:
    void areInTheSchema_data();
    void areInTheSchema();
    void titlesAreOfOneColumn_data() { areInTheSchema_data(); }
    void titlesAreOfOneColumn();
};

void TestColumns::areInTheSchema_data() {
    QTest::addColumn<int>("table");
    for (int i = 0; const Table& table : report::tables())
        QTest::newRow((std::string(table.schema) + " " + std::string(table.name)).c_str()) << i++;
}

void TestColumns::areInTheSchema() {
    QFETCH(int, table);
    const Table& one = report::tables()[static_cast<std::size_t>(table)];
    const std::string name(one.schema.substr(8, one.schema.size() - 10));
    const auto text = test::readFile(ETSCOPE_SOURCE_DIR "/docs/schema/" + name + ".json");
    QVERIFY2(text.has_value(), name.c_str());
    const Json schema = Json::parse(*text);
    const SchemaPart root{&schema, &schema};

    const auto place =
        std::ranges::find_if(rowPlaces(), [&](const RowPlace& p) { return p.schema == one.schema && p.name == one.name; });
    const auto dot = one.list.find('.');
    std::vector<std::pair<std::string, std::string>> places{
        {dot == std::string_view::npos ? "" : std::string(one.list.substr(0, dot)),
         std::string(dot == std::string_view::npos ? one.list : one.list.substr(dot + 1))}};
    if (place != rowPlaces().end()) places = place->places;

    for (const Column& column : one.shown(report::Shown::InFiles)) {
        if (place != rowPlaces().end() && place->made.contains(column.path)) continue;
        std::string_view paths = column.path;
        ColumnTypes types;
        bool known = false, anything = false;
        while (true) {
            const std::string_view path = paths.substr(0, paths.find('|'));
            for (const auto& [holder, row] : places) {
                const SchemaPart outer = itemOf(root, holder);
                const SchemaPart found = path.starts_with('^') ? outer.path(path.substr(1)) : itemOf(outer, row).path(path);
                known = known || found.at != nullptr;
                anything = anything || (found.at != nullptr && found.types().empty());
                types.merge(found.types());
            }
            if (path.size() == paths.size()) break;
            paths.remove_prefix(path.size() + 1);
        }
        QVERIFY2(known, ("no such key: " + std::string(column.path)).c_str());
        QVERIFY2(anything || fits(column.kind, types), ("the kind shows another type: " + std::string(column.path)).c_str());
    }
}

void TestColumns::titlesAreOfOneColumn() {
    QFETCH(int, table);
    std::set<std::string_view> titles;
    for (const Column& column : report::tables()[static_cast<std::size_t>(table)].shown(report::Shown::InFiles))
        QVERIFY2(titles.insert(column.shownTitle()).second, std::string(column.shownTitle()).c_str());
}

ETSCOPE_TEST(TestColumns)
#include "tst_columns.moc"
