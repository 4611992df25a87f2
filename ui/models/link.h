// Link: what a click does: goes to a page and a thing, opens a file, copies, asks the window for something. A value; only the links
// of rich text are texts. Pages of the window by their ids. Any thread.
#pragma once

#include <span>

#include "models/address.h"

namespace etscope::findings {
enum class Question : std::uint8_t;
}

namespace etscope::ui {

/// Pages in the order of their tabs, then what stands below all of them.
enum class PageId : std::uint8_t {
    None,
    Overview,
    Containers,
    Handles,
    Checks,
    Problems,
    Graph,
    Tensors,
    Metadata,
    NamedData,
    Outputs,
    Stages,
    Gap,
    Steps,
    Tokens,
    Quantisation,
    Advisor,
    Conversation,
    Consistency,
    Shrink,
    Events,
    Memory,
    Sizes,
    Undelegated,
    Delegates,
    Diff,
    DiffNodes,
    DiffOutputs,
    DiffCost,
    DiffSchemes,
    Source,
    Values
};

struct PageInfo {
    PageId page;
    const char* name;   ///< of --page, of session files and of links
    const char* id;     ///< of its command
    const char* title;  ///< of its view and command, in English
    findings::Question question;
};
/// The views of the questions, one question behind the other.
std::span<const PageInfo> pageTable();
std::span<const PageInfo> pagesOf(findings::Question question);
findings::Question questionOf(PageId page);
/// The view that a page stands in beside another, where it has no view of its own; else itself.
PageId viewOf(PageId page);
/// Of its view, in the language shown.
QString pageTitle(PageId page);
/// As options, session files and texts of links have it; empty: None.
QString pageName(PageId page);
/// The inverse, of older names, too; None for any other name.
PageId pageNamed(const QString& name);
/// The page where a thing is looked at; None: on all of them.
PageId pageOf(const Address& address);

struct Link {
    enum class Does : std::uint8_t {
        Nothing,
        Go,
        OpenFile,
        ShowListing,
        ShowBytes,
        CopyScript,
        CopyText,
        AddFiles,
        Run,
        Shrink,
        Mend
    };

    Does does = Does::Nothing;
    PageId page = PageId::None;  ///< None: where the thing is in view
    Address address = {};        ///< what is selected there; whose payload is shown as text; what is shrunk or mended
    QString argument = {};       ///< the file ("model.pte#delegate:forward:0"), the method of the script, the text

    static Link to(const Address& address) { return {Does::Go, PageId::None, address}; }
    static Link on(PageId page, const Address& address = {}) { return {Does::Go, page, address}; }
    static Link open(const QString& file) { return {Does::OpenFile, PageId::None, {}, file}; }
    static Link copy(const QString& text) { return {Does::CopyText, PageId::None, {}, text}; }
    static Link script(const QString& method) { return {Does::CopyScript, PageId::None, {}, method}; }
    static Link addFiles() { return {Does::AddFiles}; }
    static Link run() { return {Does::Run}; }
    /// Nothing named: what the session's verdict blames.
    static Link shrink(const Address& address) { return {Does::Shrink, PageId::None, address}; }
    static Link mend(const Address& address) { return {Does::Mend, PageId::None, address}; }

    bool valid() const { return does != Does::Nothing; }
    /// Makes sense in a window of another session: it names nothing that only its own has.
    bool isOfAnySession() const;
    /// For rich text: an address, "page:gap#ADDRESS", "open:FILE", …
    QString text() const;
    /// The inverse. Names of methods come from files: one that looks like a link of another kind is an address all the same.
    static Link parse(const QString& text, const QStringList& methods);
    friend bool operator==(const Link&, const Link&) = default;
};
/// Rich text that shows `shown`, which is no markup.
QString link(const Link& target, const QString& shown);

}  // namespace etscope::ui
