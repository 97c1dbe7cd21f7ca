//! The life of a job: started, told about, stopped, answered.

use std::time::Duration;

use crate::clock::{Budget, TimeControl, TimeManager};
use crate::engine::{BestMove, Goal, Info, StopFlag};
use crate::protocol::reply::nodes_per_second;
use crate::protocol::token::quote;
use crate::protocol::{Command, Dialect, Go, Reply};
use crate::session::event::{Done, Finished};
use crate::session::state::{self, Job, Phase, Waiting};
use crate::session::worker::{SharedManager, Task, Work};
use crate::session::{GOODBYE, Ports, RULING, Session};

impl Session {
    pub(super) fn go(&mut self, ports: &Ports, go: &Go, stopped: bool) {
        let legal = self.view.legal();
        let known = |mv: &String| legal.iter().any(|known| known.eq_ignore_ascii_case(mv));
        if let Some(mv) = go.search_moves.iter().find(|mv| !known(mv)) {
            let error = format!("go: searchmoves: '{}' is not a legal move here", quote(mv));
            return self.reply(ports, &Reply::Error(error));
        }
        let (mut limits, control, mut phase) =
            state::plan(go, self.view.status().side_to_move, self.settings.move_time);
        // What waits behind an endless search would wait for ever.
        let overtaken = self.waiting.iter().any(|next| state::interrupts(&next.command));
        if phase != Phase::Limited && (stopped || overtaken) {
            phase = Phase::Limited;
        }
        let now = self.clock.now();
        let mut job = Job {
            is_search: true,
            phase,
            control,
            goal_is_given: go.goal.is_some(),
            ..self.job(now)
        };
        if phase == Phase::Limited {
            job.manage(self.manager(&control, now));
        }
        if limits.goal == Goal::Deepen && job.budget.is_some_and(|budget| budget.hard.is_zero()) {
            limits.goal = Goal::Depth(1);
        }
        let work = Work::Search(limits, SharedManager::clone(&job.manager));
        let endless = go.infinite || go.ponder;
        self.start(ports, job, work, stopped || (overtaken && endless));
    }

    pub(super) fn manager(&self, control: &TimeControl, now: Duration) -> Option<TimeManager> {
        let pace = self.view.pace();
        (*control != TimeControl::Unlimited)
            .then(|| TimeManager::new(control, &pace, self.settings.overhead, now))
    }

    pub(super) fn perft(&mut self, ports: &Ports, depth: u32, stopped: bool) {
        let job = self.job(self.clock.now());
        self.start(ports, job, Work::Perft(depth), stopped);
    }

    pub(super) fn bench(&mut self, ports: &Ports, stopped: bool) {
        let job = self.job(self.clock.now());
        self.start(ports, job, Work::Bench, stopped);
    }

    /// Returns whether a command has to wait until the position is judged.
    pub(super) fn must_judge(&self, command: &Command) -> bool {
        state::needs_judgement(command) && !self.view.is_judged()
    }

    /// Has the position judged, and the command done then.
    pub(super) fn judge(&mut self, ports: &Ports, command: Command, stopped: bool) {
        self.behind = Some((command, stopped));
        let now = self.clock.now();
        let mut job = self.job(now);
        // At the end of a session a ruling has what is left of its moment.
        job.deadline = self.leaving.map(|at| at.saturating_sub(GOODBYE));
        let stopped = match job.deadline {
            Some(at) => at <= now,
            None => stopped,
        };
        self.start(ports, job, Work::Judge, stopped);
    }

    /// Does the command that has waited for the judgement.
    fn judged(&mut self, ports: &Ports) {
        self.job = None;
        if let Some((command, stopped)) = self.behind.take() {
            self.execute(ports, command, stopped || self.leaving.is_some());
        }
        self.hear_again(ports);
    }

    pub(super) fn job(&mut self, now: Duration) -> Job {
        self.jobs += 1;
        Job {
            id: self.jobs,
            turn: None,
            is_search: false,
            phase: Phase::Limited,
            stop: StopFlag::new(),
            started: now,
            control: TimeControl::Unlimited,
            goal_is_given: false,
            manager: SharedManager::default(),
            deadline: None,
            held: None,
            told: 0,
            depth: 0,
            nodes: 0,
            budget: None,
            reason: "done",
        }
    }

    pub(super) fn start(&mut self, ports: &Ports, mut job: Job, work: Work, stopped: bool) {
        if self.engine.is_none() {
            self.rebuild();
        }
        let Some(engine) = self.engine.take() else { return };
        if stopped {
            job.end("stopped before it began");
        }
        let stop = job.stop.clone();
        let task = Task { job: job.id, engine, work, stop, started: job.started };
        self.job = Some(job);
        if let Err(error) = ports.tasks.send(task) {
            // The worker never ends before the session; were it so, the answer is still owed.
            self.engine = Some(error.0.engine);
            self.lost(ports, "the worker has ended");
        }
    }

    /// Passes progress on, unless the client does not read; the first line of a search always.
    pub(super) fn progress(&mut self, ports: &Ports, id: u64, info: Info, elapsed: Duration) {
        let Some(job) = self.job.as_mut().filter(|job| job.id == id) else { return };
        (job.depth, job.nodes) = (info.depth, info.nodes);
        job.told += 1;
        let now = self.clock.now();
        if let Some(turn) = &mut job.turn {
            return turn.progress(info, elapsed, now);
        }
        let first = job.told == 1;
        for line in self.front.write(&Reply::Info { info, elapsed }) {
            if first {
                ports.out.line(line);
            } else {
                ports.out.droppable(line);
            }
        }
    }

    pub(super) fn done(&mut self, ports: &Ports, done: Done) {
        let Done { job: id, engine, result, elapsed } = done;
        match engine {
            Some(engine) => self.engine = Some(engine),
            None => self.rebuild(),
        }
        let Some(job) = self.job.as_mut().filter(|job| job.id == id) else { return };
        match result {
            Finished::Search(Ok(best)) if job.phase != Phase::Limited => job.held = Some(best),
            Finished::Search(Ok(best)) => self.finish(ports, best),
            Finished::Search(Err(error)) => {
                self.job = None;
                self.review = None;
                self.reply(ports, &Reply::Error(format!("go: {error}")));
            }
            Finished::Perft(depth, nodes) => {
                self.job = None;
                let reply = match nodes {
                    Some(nodes) => Reply::Perft { depth, nodes, elapsed },
                    None => Reply::Note("perft stopped".to_owned()),
                };
                self.reply(ports, &reply);
            }
            Finished::Bench(nodes) => {
                self.job = None;
                let reply = match nodes {
                    Some(nodes) => Reply::Bench { nodes, elapsed },
                    None => Reply::Note("bench stopped".to_owned()),
                };
                self.reply(ports, &reply);
            }
            Finished::Judged => self.judged(ports),
            Finished::Panicked(message) => {
                log::error!("the engine panicked: {message}");
                self.lost(ports, &format!("the engine failed: {message}"));
            }
        }
        self.drain(ports);
    }

    /// Answers for an engine that cannot: any legal move where one is owed.
    fn lost(&mut self, ports: &Ports, why: &str) {
        self.cut_review();
        self.reply(ports, &Reply::Failure(why.to_owned()));
        if self.behind.take().is_some() {
            self.reply(ports, &Reply::Error("the position could not be judged".to_owned()));
        }
        let turn = self.job.as_ref().and_then(|job| job.turn.as_ref());
        let legal = match turn {
            Some(turn) => self.view.legal_for(turn.color()),
            None => self.view.legal(),
        };
        let best = BestMove { mv: legal.into_iter().next(), ponder: None };
        match self.job.as_mut() {
            Some(job) if job.is_search && job.phase != Phase::Limited => job.held = Some(best),
            Some(job) if job.is_search => self.finish(ports, best),
            _ => self.job = None,
        }
    }

    fn finish(&mut self, ports: &Ports, mut best: BestMove) {
        let Some(job) = self.job.take() else { return };
        let elapsed = self.clock.now().saturating_sub(job.started);
        log::info!(
            "search: depth {} nodes {} nps {} time {} ms, budget {}, ended by {}: {}",
            job.depth,
            job.nodes,
            nodes_per_second(job.nodes, elapsed),
            elapsed.as_millis(),
            job.budget.map_or("none".to_owned(), budget_text),
            job.reason,
            best.mv.as_deref().unwrap_or("no move"),
        );
        if let Some(turn) = job.turn {
            return self.end_turn(ports, turn, best, elapsed);
        }
        if !self.settings.ponder {
            best.ponder = None;
        }
        self.reply(ports, &Reply::BestMove(best));
    }

    /// Ends the running job; an answer that was held back is given at once.
    pub(super) fn end_job(&mut self, ports: &Ports, reason: &'static str) {
        self.cut_review();
        let Some(job) = self.job.as_mut() else { return };
        job.end(reason);
        if let Some(best) = job.held.take() {
            self.finish(ports, best);
        }
    }

    /// Ends the running job and every one that was asked for already.
    pub(super) fn stop_all(&mut self, ports: &Ports, reason: &'static str) {
        for next in &mut self.waiting {
            next.stopped = true;
        }
        if self.behind.is_some() && !self.front.is_serial() {
            self.hurried = self.pending.len();
        }
        self.end_job(ports, reason);
        self.drain(ports);
    }

    pub(super) fn ponder_hit(&mut self, ports: &Ports) {
        let now = self.clock.now();
        if let Some(job) = self.job.as_ref().filter(|job| job.phase == Phase::Pondering) {
            let manager = self.manager(&job.control, now);
            let Some(job) = self.job.as_mut() else { return };
            job.manage(manager);
            job.phase = Phase::Limited;
            if let Some(best) = job.held.take() {
                self.finish(ports, best);
                self.drain(ports);
            }
            return;
        }
        // A search that still waits will find the expected move played.
        let asked = self.waiting.iter_mut().rev().find_map(|next| match next {
            Waiting { command: Command::Go(go), stopped: false, .. } if go.ponder => Some(go),
            _ => None,
        });
        match asked {
            Some(go) => go.ponder = false,
            None => {
                let text = "ponderhit: no 'go ponder' is running";
                self.reply(ports, &Reply::Error(text.to_owned()));
            }
        }
    }

    /// Raises the stop flag of a search whose time is up.
    pub(super) fn time_out(&mut self) {
        let now = self.clock.now();
        if let Some(job) = self.job.as_mut().filter(|job| job.deadline.is_some_and(|at| now >= at))
        {
            job.end("hard budget");
        }
    }

    /// Answers everything still open and then goes.
    pub(super) fn leave(&mut self, ports: &Ports) {
        if self.leaving.is_some() {
            return;
        }
        let rules = self.behind.is_some();
        let patience = if rules || !self.pending.is_empty() { RULING } else { Duration::ZERO };
        let until = self.clock.now() + patience;
        self.leaving = Some(until + GOODBYE);
        match self.job.as_mut().filter(|_| rules) {
            Some(job) => job.deadline = Some(until),
            None => self.stop_all(ports, "end of session"),
        }
    }

    /// Goes although an engine does not obey: every search still gets its answer.
    pub(super) fn abandon(&mut self, ports: &Ports) {
        log::error!("the engine did not stop in time");
        self.lost(ports, "the engine did not stop in time");
        // Another engine knows the positions of what waits, and has no time to search them.
        self.job = None;
        self.rebuild();
        self.waiting_bytes = 0;
        for Waiting { command, .. } in std::mem::take(&mut self.waiting) {
            match command {
                Command::Go(_) => {
                    let text = "go: not searched, the session is over";
                    self.reply(ports, &Reply::Error(text.to_owned()));
                    let mv = self.view.legal().into_iter().next();
                    self.reply(ports, &Reply::BestMove(BestMove { mv, ponder: None }));
                }
                Command::Perft(_) | Command::Bench => {
                    self.reply(ports, &Reply::Note("stopped, the session is over".to_owned()));
                }
                // The worker that would judge the position is busy for ever.
                command if self.must_judge(&command) => {
                    self.reply(ports, &Reply::Error("the session is over".to_owned()));
                }
                command => self.execute(ports, command, true),
            }
        }
        self.refuse_pending(ports);
    }
}

fn budget_text(budget: Budget) -> String {
    let soft = budget.soft.unwrap_or(budget.hard);
    format!("{}-{} ms", soft.as_millis(), budget.hard.as_millis())
}
