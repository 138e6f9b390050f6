//! Which network plays, and what is said of a file that is none.

use super::*;
use crate::eval::network::Network;
use crate::eval::{Evaluator, Knowledge};

/// What follows when the network of a file comes, or does not.
fn read(machine: &mut Machine, read: Result<Network, &str>) -> Vec<String> {
    let evaluator = |network: Network| Evaluator::of_network(Some(network.into()));
    let input = Input::Network(read.map(evaluator).map_err(str::to_owned));
    let actions = machine.step(input).into_iter();
    actions
        .map(|action| shown(Some(Protocol::Ucci), action))
        .collect()
}

#[test]
fn a_network_is_read_once_and_plays_at_once() {
    let mut machine =
        converse("> setoption evalfile /some where/a.nnue\n* load /some where/a.nnue");
    let before = machine.options().settings();
    let network = Network::zero();
    let told = format!(
        "< info message evalfile: network {:016x}",
        network.checksum()
    );
    assert_eq!(read(&mut machine, Ok(network)), ["* configure", &told]);
    assert_ne!(machine.options().settings(), before);
    resume(
        &mut machine,
        "
        > setoption evalfile /some where/a.nnue
        > setoption newgame
        * clear
        > setoption knowledge medium
        * configure
        ",
    );
    let medium = Evaluator::hand_crafted(Knowledge::Full);
    assert_eq!(machine.options().settings().evaluator, medium);
    resume(
        &mut machine,
        "
        > setoption knowledge large
        * configure
        > setoption evalfile <empty>
        * configure
        < info message evalfile: the network in the program
        ",
    );
    assert_eq!(machine.options().settings(), before);
}

#[test]
fn what_is_no_network_leaves_the_one_before() {
    let mut machine = converse("> setoption evalfile a\n* load a");
    assert_eq!(read(&mut machine, Ok(Network::zero())).len(), 2);
    let before = machine.options().clone();
    resume(&mut machine, "> setoption evalfile b\n* load b");
    assert_eq!(
        read(&mut machine, Err("b: not a network")),
        ["< info message evalfile: b: not a network; the network before stays"]
    );
    assert_eq!(machine.options(), &before);
    // It may be there the next time.
    resume(&mut machine, "> setoption evalfile b\n* load b");
}

#[test]
fn not_while_thinking() {
    converse(
        "
        > go depth 3
        * start after [] depth=3
        > setoption evalfile a
        < info message ignored while thinking: wait for bestmove, or say 'stop' first
        ",
    );
}

#[test]
fn in_uci_it_has_its_own_name() {
    converse_in_uci(
        "
        > setoption name EvalFile value a b.nnue
        * load a b.nnue
        ",
    );
}
