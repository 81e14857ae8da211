//! Limits of a process that works on hostile input and then ends.

/// What such a process may use. The address space is not limited, because allocators and the engine reserve more than they
/// use.
#[derive(Clone, Copy, Debug)]
pub struct ProcessLimits {
    /// Memory for data, in bytes.
    pub memory_bytes: u64,
    /// CPU time, in seconds.
    pub cpu_s: u64,
    /// Open files, the standard streams included; absent for no limit.
    pub open_files: Option<u64>,
    /// Whether it may start threads after this.
    pub threads: bool,
}

impl ProcessLimits {
    /// Applies the limits to this process: it writes no file, gains no privileges, ends with its parent, and
    /// leaves the processor to requests.
    #[allow(unsafe_code, reason = "the standard library sets no limits")]
    pub fn apply(self) {
        // SAFETY: plain system calls about this process.
        unsafe {
            libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL);
            libc::prctl(libc::PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
            libc::setpriority(libc::PRIO_PROCESS, 0, NICENESS);
        }
        limit(libc::RLIMIT_DATA, self.memory_bytes);
        limit(libc::RLIMIT_CPU, self.cpu_s);
        limit(libc::RLIMIT_FSIZE, 0);
        limit(libc::RLIMIT_CORE, 0);
        if !self.threads {
            limit(libc::RLIMIT_NPROC, 0);
        }
        if let Some(files) = self.open_files {
            limit(libc::RLIMIT_NOFILE, files);
        }
    }
}

/// The scheduling priority: below that of the kernel's threads, which serve requests.
const NICENESS: libc::c_int = 10;

#[allow(unsafe_code, reason = "the standard library sets no limits")]
fn limit(what: libc::__rlimit_resource_t, most: u64) {
    let limit = libc::rlimit {
        rlim_cur: most,
        rlim_max: most,
    };
    // SAFETY: reads the record that it is given.
    unsafe { libc::setrlimit(what, &raw const limit) };
}
