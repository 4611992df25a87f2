#include "view/first_view.h"

#include <algorithm>
#include <deque>
#include <vector>

namespace etscope::view {
namespace {

/// Items that a first view shows at most, and modules that are tried.
constexpr std::size_t kItems = 120, kTries = 32;
/// Height of a first view against its width.
constexpr double kTallest = 6;
/// Width of a first view that shows a block with modules of its own open, against what is wanted: most of it is seen then.
constexpr double kBlockWidth = 1.15;
/// Room beside an input.
constexpr double kBeside = 12;

/// What opening the module adds: its own nodes, and its children, of repeated ones the first and the rest.
std::size_t itemsInside(const modules::GraphIndex& index, modules::ModuleId id) {
    const modules::Module& module = index.hierarchy().module(id);
    std::size_t count = module.nodes.size() + module.children.size();
    for (const modules::ModuleId child : module.children)
        if (const auto rest = index.blocks().restOf(child); !rest.empty()) count -= rest.size() - 1;
    return count;
}

class FirstView {
public:
    FirstView(const std::shared_ptr<const modules::GraphIndex>& index, ViewOptions options, const TextMeasure& measure,
              const SceneOptions& drawn, double width, const JobContext& job)
        : m_index(index), m_options(std::move(options)), m_measure(measure), m_drawn(drawn), m_width(width), m_job(job) {}

    Result<std::shared_ptr<const Scene>> find() {
        const modules::Hierarchy& hierarchy = m_index->hierarchy();
        m_options.expanded.clear();
        auto best = build();
        if (!best) return best;
        std::size_t items = itemsInside(*m_index, hierarchy.root()), tries = 0;
        std::deque<modules::ModuleId> open(hierarchy.module(hierarchy.root()).children.begin(),
                                           hierarchy.module(hierarchy.root()).children.end());
        for (; !open.empty(); open.pop_front()) {
            const modules::ModuleId id = open.front();
            const modules::Module& module = hierarchy.module(id);
            const auto repeats = hierarchy.repeats(id);
            const std::size_t more = itemsInside(*m_index, id);
            // What holds most of the graph is the graph.
            const bool whole = 2 * std::size_t{module.nodeCount} > m_index->model().nodeCount();
            if ((!repeats.empty() && repeats.front() != id) || items + more > kItems || (!whole && tries++ >= kTries)) continue;
            m_options.expanded.insert(id);
            auto scene = build();
            if (!scene) return scene;
            const layout::Rect now = (*scene)->bounds(), before = (*best)->bounds();
            const double most = module.children.empty() ? m_width : kBlockWidth * m_width;
            if (!whole &&
                (now.width > std::max(most, before.width) || (now.height > kTallest * now.width && now.height > before.height))) {
                m_options.expanded.erase(id);
                continue;
            }
            best = std::move(scene);
            items += more;
            open.insert(open.end(), module.children.begin(), module.children.end());
        }
        return best;
    }

private:
    Result<std::shared_ptr<const Scene>> build() const {
        return buildScene(std::make_shared<const ViewGraph>(m_index, m_options), m_measure, m_drawn, m_job);
    }

    const std::shared_ptr<const modules::GraphIndex>& m_index;
    ViewOptions m_options;
    const TextMeasure& m_measure;
    const SceneOptions& m_drawn;
    double m_width;
    const JobContext& m_job;
};

}  // namespace

Result<std::shared_ptr<const Scene>> firstView(const std::shared_ptr<const modules::GraphIndex>& index, ViewOptions options,
                                               const TextMeasure& measure, const SceneOptions& drawn, double width,
                                               const JobContext& job) {
    return FirstView(index, std::move(options), measure, drawn, width, job).find();
}

layout::Point firstLook(const Scene& scene, layout::Size size) {
    const layout::Rect& all = scene.bounds();
    const double top = all.y;
    if (all.width <= size.width) return {all.centre().x - size.width / 2, top};
    // The place of most of what stands at the top, by its middle box.
    std::vector<double> middles;
    for (const SceneNode& node : scene.nodes())
        if (node.rect.y < top + size.height) middles.push_back(node.rect.centre().x);
    if (middles.empty()) return {all.centre().x - size.width / 2, top};
    const auto middle = middles.begin() + static_cast<std::ptrdiff_t>(middles.size() / 2);
    std::ranges::nth_element(middles, middle);
    double left = *middle - size.width / 2;
    // The inputs stay whole where they can.
    double from = all.right(), to = all.x;
    for (const SceneNode& node : scene.nodes())
        if (scene.view().item(node.item).kind == ItemKind::Input && node.rect.y < top + size.height)
            from = std::min(from, node.rect.x - kBeside), to = std::max(to, node.rect.right() + kBeside);
    if (from < to && to - from <= size.width) left = std::clamp(left, to - size.width, from);
    return {std::clamp(left, all.x, all.right() - size.width), top};
}

// Which modules a view opens.

std::set<modules::ModuleId> allModules(const modules::Hierarchy& hierarchy) {
    std::set<modules::ModuleId> all;
    for (std::uint32_t i = 0; i < hierarchy.size(); ++i) all.insert(modules::ModuleId(i));
    return all;
}

std::set<modules::ModuleId> modulesToDepth(const modules::Hierarchy& hierarchy, std::uint32_t depth) {
    std::set<modules::ModuleId> open;
    for (std::uint32_t i = 1; i < hierarchy.size(); ++i)
        if (hierarchy.module(modules::ModuleId(i)).depth <= depth) open.insert(modules::ModuleId(i));
    return open;
}

std::set<modules::ModuleId> modulesToFit(const modules::GraphIndex& index, std::size_t items) {
    const modules::Hierarchy& hierarchy = index.hierarchy();
    std::set<modules::ModuleId> open;
    std::vector<modules::ModuleId> level{hierarchy.root()};
    std::size_t shown = itemsInside(index, hierarchy.root());
    while (!level.empty()) {
        std::vector<modules::ModuleId> next;
        for (const modules::ModuleId id : level)
            for (const modules::ModuleId child : hierarchy.module(id).children) {
                const auto repeats = hierarchy.repeats(child);
                const std::size_t more = itemsInside(index, child);
                if ((!repeats.empty() && repeats.front() != child) || shown + more > items) continue;
                shown += more;
                open.insert(child);
                next.push_back(child);
            }
        level = std::move(next);
    }
    return open;
}

void openAround(const modules::GraphIndex& index, modules::ModuleId module, ViewOptions& options) {
    for (modules::ModuleId at = module; at.valid(); at = index.hierarchy().module(at).parent) {
        if (at != module) options.expanded.insert(at);
        if (const modules::ModuleId leader = index.blocks().leaderOf(at); leader.valid()) options.expandedRuns.insert(leader);
    }
}

void openAround(const modules::GraphIndex& index, graph::NodeId node, ViewOptions& options) {
    const modules::ModuleId module = index.hierarchy().moduleOf(node);
    if (!module.valid()) return;
    options.expanded.insert(module);
    openAround(index, module, options);
}

}  // namespace etscope::view
