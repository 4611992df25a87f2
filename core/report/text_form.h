// Texts of documents as forms with places for values:
//   {a.b}        the value as cell(); of the innermost list or object that has an `a`; "–" where it is null or missing
//   {a:size}     by a format of formats()
//   {.} {^}      the item, what it is in; {#} its number, in paths, too: {runtime.#.id}
//   {*a}…{/}     for every item; of an object: {key} and {value}; "a|.": the item itself where it has no `a`
//   {?a}…{/}     where there is one: not null, false or empty; in an object. {?a=word}: where its cell is that; {?a:number}: it is
//   one
//   {!a}…{/}     elsewhere; {+a}…{/}: where there is such a key, null or not
//   {table a 2}  the column table of the document that is named so, of the rows of the item, each line behind two blanks
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "report/documents.h"

namespace etscope::report {

struct TextFormat {
    std::string_view name;
    std::string (*text)(const Json& value);
};

/// All that there are.
std::span<const TextFormat> textFormats() noexcept;

std::string filled(std::string_view form, const Json& document);

}  // namespace etscope::report
