#include "support/record_builder.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "support/bytes.h"
#include "support/pickle_builder.h"
#include "support/program_json.h"

namespace etscope::test {

std::string stateDict() {
    return pickled::torchSave(
        pickled::dict({{pickled::text("w"), pickled::parameter({.numel = 3, .shape = {1, 3}, .strides = {3, 1}})}}),
        {{"0", floats({0.5F, 1.0F, 1.5F})}});
}

std::string emptyDict() { return pickled::torchSave("}", {}); }

std::string referenceOutputs(std::string_view method) {
    const auto output = pickled::tensor({.numel = 3, .shape = {1, 3}, .strides = {3, 1}});
    return pickled::torchSave(pickled::dict({{pickled::text(method), pickled::list({pickled::list({output})})}}),
                              {{"0", floats({1, 2, 3})}});
}

std::string rawPickleList() { return std::string("\x80\x04]\x94.", 5); }

RecordBuilder::RecordBuilder() {
    set("ETRECORD_V0", "");
    program(std::string(kEdgeForward));
    set("debug_handle_map", R"({"forward": {"0": 1}})");
    set("delegate_map", R"({"forward": {}})");
    set("instruction_id_to_num_outs_map", R"({"forward": {}})");
    set("reference_outputs", test::referenceOutputs());
}

RecordBuilder& RecordBuilder::set(const std::string& name, std::string content) {
    auto& members = m_zip.members();
    const auto hit = std::find_if(members.begin(), members.end(), [&](const ZipMember& m) { return m.name == name; });
    if (hit != members.end())
        hit->content = std::move(content);
    else
        m_zip.stored(name, std::move(content));
    return *this;
}

RecordBuilder& RecordBuilder::drop(std::string_view name) {
    if (std::erase_if(m_zip.members(), [&](const ZipMember& m) { return m.name == name; }) == 0) std::abort();
    return *this;
}

RecordBuilder& RecordBuilder::rename(std::string_view from, std::string to) {
    member(from).name = std::move(to);
    return *this;
}

RecordBuilder& RecordBuilder::duplicate(const std::string& name, std::string content) {
    static_cast<void>(member(name));
    m_zip.stored(name, std::move(content));
    return *this;
}

RecordBuilder& RecordBuilder::program(const std::string& name, std::string json) {
    set(name, json.empty() ? programJson() : std::move(json));
    set(name + "_state_dict", stateDict());
    set(name + "_constants", emptyDict());
    set(name + "_example_inputs", "");
    return *this;
}

ZipMember& RecordBuilder::member(std::string_view name) {
    auto& members = m_zip.members();
    const auto hit = std::find_if(members.begin(), members.end(), [&](const ZipMember& m) { return m.name == name; });
    if (hit == members.end()) {
        std::fprintf(stderr, "the record has no entry %.*s\n", static_cast<int>(name.size()), name.data());
        std::abort();
    }
    return *hit;
}

}  // namespace etscope::test
