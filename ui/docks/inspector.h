// Inspector: all that is known about the selection, in foldable sections; the chain of links with its evidence. GUI thread only.
#pragma once

#include <QPointer>
#include <QScrollArea>
#include <map>
#include <optional>

#include "frame/workspace.h"
#include "graph/data_flow.h"
#include "inventory/summary.h"
#include "inventory/tensor_rows.h"
#include "look/marks.h"

class QVBoxLayout;

namespace etscope::inventory {
struct NamedDataRow;
}

namespace etscope::ui {

/// A heading that folds its body; settings remember by `name`, the same in every language, whether it is open.
class Section : public QWidget {
    Q_OBJECT
public:
    Section(const QString& name, const QString& title, const QString& value, QWidget* body, QWidget* parent = nullptr);
};

/// A line of a section: label, rich text whose links are addresses, a quiet word behind it, and what tells of that.
struct Fact {
    QString label, content, note = {}, tooltip = {};
};
using Facts = QList<Fact>;

class Inspector : public QScrollArea {
    Q_OBJECT
public:
    explicit Inspector(Workspace& workspace, QWidget* parent = nullptr);

private:
    struct Link {
        Mark mark;
        QString label, value, evidence;
    };
    struct FactGroup {
        const char* title;  ///< of its section
        QString value;
        Facts facts;
    };
    /// Texts: an answer that is not fetched holds nothing of the session.
    struct TensorFacts {
        QString title, second;
        QList<FactGroup> groups;
    };
    /// What a job finds out about a node.
    struct NodeFacts {
        QString id, target, family, modulePath;
        QList<Link> chain;
        Facts inputs, outputs, consumers, attributes;
        QList<FactGroup> groups;  ///< further sections
    };

    struct MethodFacts {
        std::shared_ptr<const inventory::MethodSummary> summary;
        std::size_t cases = 0;  ///< with references
    };

    void show(const Address& address);
    void showHeading(const QString& title, const QString& second);
    void showFile(const Address& address);
    void showNative(const session::SessionFile& file);
    void showMethod(const Address& address);
    void showNode(const Address& address);
    void showMetadata(const Address& address);
    void showTensor(const Address& address);
    void showProblem(const Address& address);
    // output_facts.cpp:
    void showOutput(const Address& address);
    void addFirstDivergence(const Address& address);
    static Result<QList<FactGroup>> tokenFacts(const SessionPtr& session, const Address& address, const JobContext& job);
    // entity_facts.cpp:
    void showModule(const Address& address);
    void showValue(const Address& address);
    void showData(const Address& address);
    void showRun(const Address& address);
    void showRegion(const Address& address);
    void showRelated();
    static Facts wrongFacts(const Error& error);
    /// Without facts there is none. `title` is English, marked by QT_TR_NOOP.
    void addSection(const char* title, const QString& value, const Facts& facts);
    QWidget* makeSection(const char* title, const QString& value, const Facts& facts);
    QWidget* makeChain(const QString& name, const QString& title, const QString& value, const QList<Link>& chain);
    void addGap(const Address& address);
    void clear();
    // node_facts.cpp, in a job:
    static void addLink(NodeFacts& facts, const QString& label, bool isSelf, const QStringList& links, const QString& evidence,
                        const QString& missing);
    static void addLinks(const SessionPtr& session, const Address& address, const graph::NodeRef& ref, const graph::Node& node,
                         NodeFacts& facts, const JobContext& job);
    // gap_facts.cpp, in a job:
    static Result<QList<Link>> gapFacts(const SessionPtr& session, const Address& address, const JobContext& job);
    // call_facts.cpp, in a job:
    static void addSource(const SessionPtr& session, const Address& address, NodeFacts& facts, const JobContext& job);
    static void addDelegate(const SessionPtr& session, const Address& address, std::optional<std::size_t> delegate,
                            NodeFacts& facts, const JobContext& job);
    static std::optional<std::size_t> delegateOf(const session::Session& session, const Address& address,
                                                 const graph::GraphModel& model, graph::NodeId node, const JobContext& job);
    static void addReference(const SessionPtr& session, const Address& address, const graph::NodeRef& ref, NodeFacts& facts,
                             const JobContext& job);
    static void addArguments(const graph::GraphModel& model, const graph::DataFlow& flow, graph::NodeId node,
                             const Address& address, const std::map<graph::ValueId, std::pair<Address, QString>>& weights,
                             NodeFacts& facts);
    static void addConsumers(const graph::GraphModel& model, const graph::DataFlow& flow, graph::NodeId node,
                             const Address& address, NodeFacts& facts);
    static void addCopies(const SessionPtr& session, const inventory::NamedDataRow& row, Facts& facts, const JobContext& job);
    static void addRuntime(const SessionPtr& session, const Address& address, const graph::NodeRef& ref, NodeFacts& facts,
                           const JobContext& job);
    static TensorFacts tensorFacts(const inventory::TensorRow& tensor);
    static Result<Facts> pairingFacts(const SessionPtr& session, const Address& address, const JobContext& job);
    static Result<NodeFacts> nodeFacts(const SessionPtr& session, const Address& address, const JobContext& job);

    Workspace& m_workspace;
    QVBoxLayout* m_column;
    QWidget* m_content;
    QPointer<QWidget> m_chain;    ///< of the node in view
    QPointer<QWidget> m_related;  ///< the last section
    Job<NodeFacts> m_node{this};
    Job<QList<Link>> m_gap{this};
    Job<MethodFacts> m_method{this};
    Job<Facts> m_facts{this};              ///< of metadata and outputs
    Job<QList<FactGroup>> m_groups{this};  ///< of outputs, what takes longer
    Job<TensorFacts> m_tensor{this};
};

}  // namespace etscope::ui
