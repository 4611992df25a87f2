#include "io/zip_index.h"

etscope::ZipIndex open();
#ifdef WRONG
const etscope::ZipEntry* find() { return open().find("a"); }
#else
bool find() {
    const etscope::ZipIndex zip = open();
    return zip.find("a") != nullptr;
}
#endif
