//! Records calls: the host functions that write down each call and its answer, and pass it on to the usual ones.

use std::marker::PhantomData;

use serde::Serialize;
use serde_json::{Value as Json, json};
use wasmtime::component::{HasData, Resource};

use super::format::{Answer, HostCall, packed};
use super::interfaces::{arguments, call_name, each_interface};
use super::running::CUT;
use crate::backend::{Backend, Cursor, HostFault};
use crate::bindings::witverse::plugin as wit;
use crate::store::State;
use crate::types::*;

/// Links a plugin to the host functions that record.
pub(crate) struct RecordingHost<B>(PhantomData<fn() -> B>);

impl<B: Backend> HasData for RecordingHost<B> {
    type Data<'a> = Recorded<'a, B>;
}

/// The state of a call whose host calls are recorded, if it has a recording.
pub(crate) struct Recorded<'a, B: Backend>(pub(crate) &'a mut State<B>);

impl<B: Backend> Recorded<'_, B> {
    fn note<T: Serialize>(
        &mut self,
        call: impl FnOnce() -> String,
        arguments: Option<Json>,
        answer: wasmtime::Result<T>,
    ) -> wasmtime::Result<T> {
        if let (Some(recording), Some(arguments)) = (&mut self.0.recording, arguments) {
            let is_cut = recording.add(|| HostCall {
                call: call(),
                arguments,
                answer: answer_of(&answer),
            });
            if is_cut {
                return Err(HostFault::Failure(CUT.into()).into());
            }
        }
        answer
    }
}

fn answer_of<T: Serialize>(answer: &wasmtime::Result<T>) -> Answer {
    match answer {
        Ok(value) => Answer::Value(packed(json!(value))),
        Err(error) => match error.downcast_ref() {
            Some(HostFault::Abuse(reason)) => Answer::Abuse(reason.clone()),
            Some(HostFault::Denied(reason)) => Answer::Denied(reason.clone()),
            Some(HostFault::Failure(reason)) => Answer::Failure(reason.clone()),
            None => Answer::Failure(error.to_string()),
        },
    }
}

/// The arguments of a call, if it is recorded.
macro_rules! noted {
    ($self:ident, $($arg:ident),*) => {
        $self.0.recording.is_some().then(|| arguments!($($arg),*))
    };
}

macro_rules! record {
    (now $module:ident { $($name:ident($($arg:ident: $ty:ty),*) -> $ret:ty;)* }) => {
        impl<B: Backend> wit::$module::Host for Recorded<'_, B> {$(
            fn $name(&mut self, $($arg: $ty),*) -> wasmtime::Result<$ret> {
                let arguments = noted!(self, $($arg),*);
                let answer = wit::$module::Host::$name(&mut *self.0, $($arg),*);
                self.note(|| call_name!($module, $name), arguments, answer)
            }
        )*}
    };
    (wait $module:ident { $($name:ident($($arg:ident: $ty:ty),*) -> $ret:ty;)* }) => {
        impl<B: Backend> wit::$module::Host for Recorded<'_, B> {$(
            async fn $name(&mut self, $($arg: $ty),*) -> wasmtime::Result<$ret> {
                let arguments = noted!(self, $($arg),*);
                let answer = wit::$module::Host::$name(&mut *self.0, $($arg),*).await;
                self.note(|| call_name!($module, $name), arguments, answer)
            }
        )*}
    };
}

each_interface!(record);

impl<B: Backend> wit::types::Host for Recorded<'_, B> {}

impl<B: Backend> wit::sql::Host for Recorded<'_, B> {
    async fn query(
        &mut self,
        statement: String,
        params: Vec<Value>,
    ) -> wasmtime::Result<Result<Rows, SqlError>> {
        let arguments = noted!(self, statement, params);
        let answer = wit::sql::Host::query(&mut *self.0, statement, params).await;
        self.note(|| call_name!(sql, query), arguments, answer)
    }

    async fn execute(
        &mut self,
        statement: String,
        params: Vec<Value>,
    ) -> wasmtime::Result<Result<u64, SqlError>> {
        let arguments = noted!(self, statement, params);
        let answer = wit::sql::Host::execute(&mut *self.0, statement, params).await;
        self.note(|| call_name!(sql, execute), arguments, answer)
    }

    async fn open_cursor(
        &mut self,
        statement: String,
        params: Vec<Value>,
    ) -> wasmtime::Result<Result<Resource<Cursor>, SqlError>> {
        let arguments = noted!(self, statement, params);
        let opened = wit::sql::Host::open_cursor(&mut *self.0, statement, params).await;
        let answer = match &opened {
            Ok(Ok(cursor)) => Ok(Ok(cursor.rep())),
            Ok(Err(error)) => Ok(Err(error.clone())),
            Err(error) => Err(wasmtime::Error::msg(error.to_string())),
        };
        let noted = self.note(|| call_name!(sql, open_cursor), arguments, answer);
        match (opened, noted) {
            (Ok(_), Err(cut)) => Err(cut),
            // The error itself ends the call.
            (opened, _) => opened,
        }
    }
}

impl<B: Backend> wit::sql::HostCursor for Recorded<'_, B> {
    async fn next(
        &mut self,
        cursor: Resource<Cursor>,
        max: u32,
    ) -> wasmtime::Result<Result<Vec<Vec<Value>>, SqlError>> {
        let id = cursor.rep();
        let arguments = noted!(self, id, max);
        let answer = wit::sql::HostCursor::next(&mut *self.0, cursor, max).await;
        self.note(|| call_name!(sql, next), arguments, answer)
    }

    async fn drop(&mut self, cursor: Resource<Cursor>) -> wasmtime::Result<()> {
        let id = cursor.rep();
        let arguments = noted!(self, id);
        let answer = wit::sql::HostCursor::drop(&mut *self.0, cursor).await;
        self.note(|| call_name!(sql, close_cursor), arguments, answer)
    }
}
