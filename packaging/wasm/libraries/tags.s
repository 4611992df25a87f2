# What exceptions and long jumps are thrown as. The compiler leaves their definition to the C++ library and the C library.
	.tagtype __cpp_exception i32
	.globl __cpp_exception
__cpp_exception:

	.tagtype __c_longjmp i32
	.globl __c_longjmp
__c_longjmp:
