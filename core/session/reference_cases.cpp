#include "session/reference_cases.h"

namespace etscope::session {

std::string defaultMethod(const Session& session) {
    if (session.method("forward") != nullptr) return "forward";
    return session.methods().size() == 1 ? session.methods().front().name : std::string();
}

std::vector<std::pair<std::string, std::vector<pickle::ValueId>>> referenceCases(const pickle::Artifact& artifact,
                                                                                 const std::string& fallback) {
    const auto casesOf = [&artifact](pickle::ValueId value) {
        std::vector<pickle::ValueId> cases;
        if (artifact.shape(value) != pickle::Shape::List) return std::vector{value};
        for (const pickle::Child& child : artifact.children(value)) cases.push_back(child.value);
        return cases;
    };
    std::vector<std::pair<std::string, std::vector<pickle::ValueId>>> methods;
    if (artifact.shape(artifact.root()) != pickle::Shape::Dict) {
        methods.emplace_back(fallback, casesOf(artifact.root()));
        return methods;
    }
    for (const pickle::Child& method : artifact.children(artifact.root())) {
        const std::string& name = method.label.text;
        methods.emplace_back(name == "forward" && !fallback.empty() ? fallback : name, casesOf(method.value));
    }
    return methods;
}

std::vector<tensor::Value> leafValues(const pickle::Artifact& artifact, pickle::ValueId from, const JobContext& job) {
    std::vector<tensor::Value> values;
    for (auto& leaf : artifact.leaves(from, pickle::LeafScope::Flat, job).values) values.push_back(std::move(leaf.value));
    return values;
}

std::vector<pickle::ValueId> representativeCases(const pickle::Artifact& artifact) {
    std::vector<pickle::ValueId> cases;
    for (const pickle::Child& child : artifact.children(artifact.root())) {
        const pickle::Shape shape = artifact.shape(child.value);
        if (shape != pickle::Shape::Tuple && shape != pickle::Shape::List && shape != pickle::Shape::Dict) return {};
        cases.push_back(child.value);
    }
    return cases;
}

}  // namespace etscope::session
