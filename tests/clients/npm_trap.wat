;; A module with the functions of the engine that panics at the first message.
(module
  (import "chuhe" "send_panic" (func $send_panic (param i32 i32)))
  (memory (export "memory") 100)
  (data (i32.const 0) "panicked in a test")
  (func (export "chuhe_allocate") (param i32) (result i32) (i32.const 64))
  (func (export "chuhe_start") (param i32 i32 i32) (result i32) (i32.const 1))
  (func (export "chuhe_receive") (param i32 i32 i32)
    (call $send_panic (i32.const 0) (i32.const 18))
    (unreachable))
  (func (export "chuhe_report"))
  (func (export "chuhe_run"))
  (func (export "asyncify_get_state") (result i32) (i32.const 0)))
