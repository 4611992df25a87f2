// Opens the files of an export, prints their methods with the operators that occur most, and says whether the runs give what they
// should.
#include <etscope/report/documents.h>
#include <etscope/version.h>

#include <algorithm>
#include <iostream>
#include <map>

namespace {

int complain(const etscope::Error& error) {
    std::cerr << error.where << ": " << error.message << " [" << error.code << "]\n";
    return 1;
}

/// The most frequent operator of a method's graph and how often it is there.
std::string frequentOperator(const etscope::graph::GraphModel& graph) {
    std::map<std::string_view, std::size_t> counts;
    for (const etscope::graph::NodeId node : graph.top().nodes) ++counts[graph.text(graph.node(node).target)];
    const auto most = std::ranges::max_element(counts, {}, [](const auto& count) { return count.second; });
    return most == counts.end() ? "no operators" : std::to_string(most->second) + " × " + std::string(most->first);
}

}  // namespace

int main(int argc, char** argv) {
    const etscope::JobContext job;  // neither progress nor a way to stop
    const auto session = etscope::session::Session::open({argv + 1, argv + argc}, {}, job);
    if (!session) return complain(session.error());

    std::cout << "etscope " ETSCOPE_VERSION << ", " << (*session)->files().size() << " files\n";
    for (const auto& method : (*session)->methods()) {
        const auto stage = method.primaryStage();
        const auto graph = (*session)->graph(method.name, stage, job);
        if (!graph) return complain(graph.error());
        std::cout << method.name << " (" << stage.text() << "): " << (*graph)->nodeCount() << " nodes, "
                  << frequentOperator(**graph) << "\n";
    }

    auto state = etscope::findings::Verdict::Unknown;
    bool unreadable = false;
    const auto verdict = etscope::report::verdictDocument(**session, state, unreadable, job);
    if (!verdict) return complain(verdict.error());
    std::cout << "verdict: " << (*verdict)["state"].get<std::string>() << "\n";
    for (const auto& sentence : (*verdict)["sentences"]) std::cout << "  " << sentence["text"].get<std::string>() << "\n";
    return 0;
}
