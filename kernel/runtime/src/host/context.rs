//! The interface `context`: who calls, and what an operator has granted.

use crate::backend::Backend;
use crate::bindings::witverse::plugin as wit;
use crate::store::State;
use crate::types::*;

impl<B: Backend> wit::context::Host for State<B> {
    fn caller(&mut self) -> wasmtime::Result<Caller> {
        Ok(self.backend.caller())
    }
    fn world(&mut self) -> wasmtime::Result<Option<String>> {
        Ok(self.backend.world())
    }
    fn install(&mut self) -> wasmtime::Result<Install> {
        Ok(self.backend.install())
    }
    fn calling_install(&mut self) -> wasmtime::Result<Option<CallingInstall>> {
        Ok(self.backend.calling_install())
    }
    fn locale(&mut self) -> wasmtime::Result<Language> {
        Ok(self.backend.locale())
    }
    fn deadline_ms(&mut self) -> wasmtime::Result<u64> {
        Ok(self.backend.deadline_ms())
    }
    fn granted_objects(&mut self, kind: String) -> wasmtime::Result<Option<Vec<String>>> {
        Ok(self.backend.granted_objects(&kind))
    }
    fn granted(&mut self, permission: String) -> wasmtime::Result<bool> {
        Ok(self.backend.granted(&permission))
    }
}
