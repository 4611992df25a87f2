#include "report/graph_drawing.h"

#include <algorithm>

#include "draw/graph_text.h"
#include "draw/svg.h"
#include "join/call_titles.h"
#include "join/stage_graph.h"
#include "join/value_names.h"
#include "profile/node_amounts.h"
#include "view/query.h"
#include "view/scene.h"
#include "view/view_graph.h"

namespace etscope::report {

Result<std::string> drawGraph(const session::Session& session, const StageRef& stage, const DrawingOptions& options,
                              const JobContext& job) {
    const auto index = join::graphIndex({session, stage.method}, stage.stage, job);
    if (!index) return index.failure();
    const modules::Hierarchy& hierarchy = (*index)->hierarchy();

    view::ViewOptions view;
    view.expanded = options.collapsed ? view::modulesToDepth(hierarchy, 0)
                    : options.depth   ? view::modulesToDepth(hierarchy, *options.depth)
                                      : view::allModules(hierarchy);
    view.names = join::valueNames({session, stage.method}, stage.stage, job);
    view.titles = join::nodeTitles({session, stage.method}, stage.stage, job);
    view.bundles = join::callBundles({session, stage.method}, stage.stage, job);
    view.foldPatterns = options.collapsed;
    view.gatherStubs = true;  // a closed module with hundreds of weights would be as high as all of their flags
    if (!options.query.empty()) {
        const auto terms = view::parseGraphQuery(options.query);
        const auto wrong = std::ranges::find_if(terms, [](const view::QueryTerm& term) { return !term.error.empty(); });
        if (wrong != terms.end()) return fail("query-invalid", wrong->error, options.query);
        const auto facts = profile::nodeFacts({session, stage.method}, stage.stage, **index, view::factKeys(terms), job);
        if (!facts) return facts.failure();
        const auto found = view::findNodes(**index, terms, job, *facts);
        if (found.empty()) return fail("query-finds-nothing", "no node fits the query", options.query);
        for (const graph::NodeId node : found) view::openAround(**index, node, view);
    }
    auto shown = std::make_shared<const view::ViewGraph>(*index, std::move(view));
    if (options.format == DrawingFormat::Dot) return draw::dotText(*shown);
    if (options.format == DrawingFormat::Mermaid) return draw::mermaidText(*shown);
    const view::TableTextMeasure measure;
    const auto scene = view::buildScene(std::move(shown), measure, {}, job);
    if (!scene) return scene.failure();
    return draw::svgText(**scene, measure);
}

}  // namespace etscope::report
