// Slots of the tables of a dump (docs/FORMATS.md "ETDump": ids in the order of declaration).
#pragma once

namespace etscope::etdump {

namespace run_slot {
enum : unsigned { Name, BundledInput, Allocators, Events };
}
namespace first_layout_slot {
enum : unsigned { Name, Allocators, Events };
}
namespace event_slot {
enum : unsigned { Profile, Allocation, Debug };
}
namespace profile_slot {
enum : unsigned { Name, Chain, Instruction, DelegateInt, DelegateText, Metadata, Start, End };
}
namespace debug_slot {
enum : unsigned { Chain, Instruction, Entry, DelegateInt, DelegateText, Name };
}
namespace value_slot {
enum : unsigned { Tag, Tensor, TensorList, Int, Float, Double, Bool, Output };
}
namespace tensor_slot {
enum : unsigned { Type, Sizes, Strides, Offset };
}

}  // namespace etscope::etdump
