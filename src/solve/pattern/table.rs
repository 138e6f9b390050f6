//! The table of all mating patterns.

use super::final_position::FinalPosition;
use super::{cannons, generals, horses, pawns, rooks};

/// A mating pattern.
#[derive(Debug)]
pub struct MatingPattern {
    /// Its English name, which does not change between versions: lower-case words with hyphens.
    pub name: &'static str,
    /// Its Chinese name.
    pub zh: &'static str,
    /// The Chinese name in pinyin.
    pub pinyin: &'static str,
    /// The definition in English.
    pub definition: &'static str,
    /// The definition in Chinese.
    pub definition_zh: &'static str,
    /// A sample: the FEN of a position.
    pub sample: &'static str,
    /// The moves from the sample to the mate, separated by spaces.
    pub sample_moves: &'static str,
    /// Returns true if a mate has the pattern.
    pub(super) detect: fn(&FinalPosition) -> bool,
}

macro_rules! patterns {
    ($(
        $detect:path: $name:literal $zh:literal $pinyin:literal,
            $definition:literal,
            $definition_zh:literal,
            $sample:literal, $sample_moves:literal;
    )+) => {
        /// All mating patterns.
        pub static MATING_PATTERNS: &[MatingPattern] = &[
            $( MatingPattern {
                name: $name,
                zh: $zh,
                pinyin: $pinyin,
                definition: $definition,
                definition_zh: $definition_zh,
                sample: $sample,
                sample_moves: $sample_moves,
                detect: $detect,
            }, )+
        ];
    };
}

patterns! {
    // Detector, names, definition in English and in Chinese, sample and its moves.
    generals::double_check: "double-check" "双将" "shuāng jiàng",
        "Two or more pieces give check at once.",
        "两个或更多的子同时将军。",
        "5k3/9/4R3R/9/5C3/9/9/9/4K4/9 w - - 0 1", "i7f7";
    generals::stalemate: "stalemate" "困毙" "kùn bì",
        "The general is not in check, but the side to move has no legal move.",
        "将（帅）没有被将军，但走子方无着可走。",
        "3k5/9/9/9/4R4/9/9/9/5K3/9 w - - 0 1", "e5e8";
    generals::facing_generals: "facing-generals" "白脸将" "bái liǎn jiàng",
        "A move of the mated side is illegal only because the generals would face each other.",
        "负方有一着棋，只因为将帅会照面才不能走。又名对面笑。",
        "5k3/9/9/9/9/9/9/9/1R7/4K4 w - - 0 1", "b1f1";
    generals::smothered_mate: "smothered-mate" "闷杀" "mēn shā",
        "The general is in check, and its own pieces occupy every point of the palace next to it.",
        "将（帅）被将军，九宫里与它相邻的各点都被己方的子占住。",
        "3aka3/4n4/N8/9/9/9/9/9/9/4K4 w - - 0 1", "a7c8";
    generals::three_on_a_wing: "three-on-a-wing" "三子归边" "sān zǐ guī biān",
        "At least three rooks, horses and cannons on files a to c, or on files g to i, take part.",
        "车、马、炮共三子或更多，在同一侧的三条线上（一二三路或七八九路）参与成杀。",
        "4k4/CC7/2R6/9/9/9/9/9/3K5/9 w - - 0 1", "c7c9";
    rooks::alternating_rooks: "alternating-rooks" "双车错" "shuāng jū cuò",
        "A rook gives check along a rank or file, and the other takes part from the neighbouring parallel one.",
        "一车沿横线或纵线将军，另一车在相邻的平行线上参与成杀。",
        "1R7/6R2/3k5/9/9/9/9/9/4K4/9 w - - 0 1", "b9b7";
    rooks::rooks_on_both_ribs: "rooks-on-both-ribs" "双车胁士" "shuāng jū xié shì",
        "A rook on file d and a rook on file f take part.",
        "双车分占左右两肋（四六路），都参与成杀。",
        "3RNk3/9/9/9/R8/9/9/9/9/3K5 w - - 0 1", "a5f5";
    rooks::three_rooks: "three-rooks" "三车闹士" "sān jū nào shì",
        "Two rooks and a pawn in the palace take part.",
        "双车和一个进入九宫的兵（卒）都参与成杀。",
        "3k2b2/4P2R1/4R4/9/9/9/9/9/5K3/9 w - - 0 1", "e8d8";
    rooks::heart_piercing: "heart-piercing" "大胆穿心" "dà dǎn chuān xīn",
        "One of the last two moves of the winner is a rook's capture of an advisor on the centre of the palace.",
        "胜方最后两着里，有一着是车吃九宫中心的士（仕）。",
        "9/4a4/5k3/4R4/4N4/9/9/9/9/4K4 w - - 0 1", "e6e8";
    rooks::iron_bolt: "iron-bolt" "铁门栓" "tiě mén shuān",
        "The general is on the central file. A rook or pawn next to it on its rank gives check, and a cannon on the central file in front of it takes part.",
        "将（帅）在中路；车或兵（卒）在同一横线上紧贴着它将军，中路前方有炮参与成杀。",
        "3ak4/4a4/4b4/9/9/4CR3/9/9/9/5K3 w - - 0 1", "f4f9";
    rooks::moon_from_the_sea: "moon-from-the-sea" "海底捞月" "hǎi dǐ lāo yuè",
        "The general has left its back rank, and a rook or cannon gives check from that rank along the file.",
        "将（帅）离开了底线，车或炮在底线沿纵线从它身后将军。",
        "3R5/2N6/5k3/9/9/9/9/9/4K4/9 w - - 0 1", "d9f9";
    cannons::doubled_cannons: "doubled-cannons" "重炮" "chóng pào",
        "A cannon gives check over the other cannon.",
        "一炮以另一炮为炮架将军。",
        "4k1C2/4a4/7C1/9/9/9/9/9/9/5K3 w - - 0 1", "h7h9";
    cannons::smothered_palace: "smothered-palace" "闷宫" "mēn gōng",
        "A cannon gives check over an advisor of the mated side, and no other piece but the winner's general takes part.",
        "炮以对方的士（仕）为炮架将军，除本方将（帅）以外没有别的子参与成杀。",
        "3ak4/4a4/9/9/9/9/9/1C7/3K5/9 w - - 0 1", "b2b9";
    cannons::heaven_and_earth_cannons: "heaven-and-earth-cannons" "天地炮" "tiān dì pào",
        "The general is on the central file. A cannon on that file outside the palace and a cannon on the back rank of the mated side take part.",
        "将（帅）在中路；一炮在中路（九宫之外），一炮在对方底线，都参与成杀。",
        "4ka3/4a4/4b2C1/9/4C4/9/9/9/4K4/9 w - - 0 1", "h7h9";
    cannons::bare_cannon: "bare-cannon" "空头炮" "kōng tóu pào",
        "The general is on the central file. A cannon on that file takes part, with nothing between them.",
        "将（帅）在中路；中路有炮参与成杀，与它之间没有别的子。",
        "3ak4/9/4C4/5N3/2C6/9/9/9/5K3/9 w - - 0 1", "c5c9";
    cannons::double_toast: "double-toast" "双杯献酒" "shuāng bēi xiàn jiǔ",
        "The winner gives up a cannon with check, and the next move is a smothered palace by the other cannon.",
        "先献一炮将军，对方吃去后，再用另一炮闷宫成杀。",
        "4kab2/4a4/8b/6p2/9/6C2/6C2/9/9/4K4 w - - 0 1", "g4g9 i7g9 g3g9";
    cannons::grinding_cannon: "grinding-cannon" "炮碾丹砂" "pào niǎn dān shā",
        "One of the last three moves of the winner is a cannon's capture along a rank over the general.",
        "胜方最后三着里，有一着是炮以将（帅）为炮架，沿横线吃子。",
        "2b2kCR1/4P4/9/9/9/9/9/9/3K5/9 w - - 0 1", "g9c9";
    cannons::cannons_around_rook: "cannons-around-rook" "夹车炮" "jiā jū pào",
        "On files a to c, or on files g to i, two cannons and a rook on a rank between them take part.",
        "双炮与车在同一侧的三条线上，车的横线在双炮之间，都参与成杀。",
        "5a2C/4k4/5a1CR/9/9/9/9/9/5K3/9 w - - 0 1", "i7i8";
    cannons::cannon_behind_horse: "cannon-behind-horse" "马后炮" "mǎ hòu pào",
        "A cannon gives check over a horse of its side that is two points from the general.",
        "炮以己方的马为炮架将军，马与将（帅）在同一直线上，中间隔一点。",
        "9/9/5kN2/9/9/5C3/9/9/5K3/9 w - - 0 1", "g7f5";
    horses::trough_horse: "trough-horse" "卧槽马" "wò cáo mǎ",
        "The general is on its back rank. A horse on file c or g and the second rank of the mated side takes part.",
        "将（帅）在底线；马在对方三路或七路的第二条横线（底象前一格）参与成杀。",
        "4ka3/4a4/9/3N5/9/9/9/9/9/3K5 w - - 0 1", "d6c8";
    horses::corner_horse: "corner-horse" "挂角马" "guà jiǎo mǎ",
        "A horse on a front corner of the palace gives check to a general on its first point.",
        "马在九宫前角（士角）将军，将（帅）在原位。",
        "4ka3/3R5/9/9/4N4/9/9/9/3K5/9 w - - 0 1", "e5f7";
    horses::octagonal_horse: "octagonal-horse" "八角马" "bā jiǎo mǎ",
        "The general is on a corner of the palace, and a horse on the opposite corner takes part.",
        "将（帅）在九宫的一角，马在对角参与成杀。",
        "3k5/5R3/5N3/9/9/9/9/9/9/5K3 w - - 0 1", "f8d8";
    horses::angler_horse: "angler-horse" "钓鱼马" "diào yú mǎ",
        "A horse on file c or g and the third rank of the mated side takes part.",
        "马在对方三路或七路的第三条横线上参与成杀。",
        "4k4/9/2N6/9/8R/9/9/9/3K5/9 w - - 0 1", "i5i9";
    horses::high_angler_horse: "high-angler-horse" "高钓马" "gāo diào mǎ",
        "A horse on file c or g and the fourth rank of the mated side takes part.",
        "马在对方三路或七路的第四条横线（卒林线）上参与成杀。",
        "9/9/5k3/4N1N2/9/9/9/9/9/4K4 w - - 0 1", "e6d8";
    horses::side_tiger: "side-tiger" "侧面虎" "cè miàn hǔ",
        "A high angler horse on the neighbouring file of the general takes part, and a rook gives check along the rank.",
        "高钓马与将（帅）在相邻的纵线上，车沿横线将军。",
        "9/9/5k3/6N2/9/9/9/9/4K4/R8 w - - 0 1", "a0a7";
    horses::standing_horse_and_rook: "standing-horse-and-rook" "立马车" "lì mǎ jū",
        "A rook gives check. A horse on the rank or file of the general takes part, with one empty point between them.",
        "车将军；马与将（帅）在同一直线上，中间隔一个空点，参与成杀。",
        "3k1N3/9/R8/9/9/9/9/9/9/5K3 w - - 0 1", "a7a9";
    horses::spring_horse: "spring-horse" "拔簧马" "bá huáng mǎ",
        "The last move is a horse's and opens the line of a rook, which gives check.",
        "最后一着马跳开，露出同一直线上的车将军。",
        "3k5/9/9/3N5/3R5/9/9/9/4K4/9 w - - 0 1", "d6f7";
    horses::drinking_horses: "drinking-horses" "双马饮泉" "shuāng mǎ yǐn quán",
        "A horse gives check, and the other takes part on the same side of the central file.",
        "一马将军，另一马在中路的同一侧参与成杀。",
        "6N2/9/3ak4/3N5/9/9/9/9/9/3K5 w - - 0 1", "d6f5";
    pawns::two_pawns_at_the_gates: "two-pawns-at-the-gates" "二鬼拍门" "èr guǐ pāi mén",
        "A pawn on file d and a pawn on file f, both in the palace, take part.",
        "两个兵（卒）进入九宫，分占左右两肋，都参与成杀。",
        "3aN4/3P5/4k1P1b/9/9/9/9/9/5K3/9 w - - 0 1", "g7f7";
    pawns::old_pawn: "old-pawn" "老卒搜山" "lǎo zú sōu shān",
        "A pawn on the back rank of the mated side takes part.",
        "沉到对方底线的兵（卒）参与成杀。",
        "3k1P3/9/9/5R3/9/9/9/9/9/5K3 w - - 0 1", "f6d6";
    pawns::pawn_drives_the_general_home: "pawn-drives-the-general-home" "送佛归殿" "sòng fó guī diàn",
        "The last two moves of the winner are checks by one pawn, between which the general steps back to its back rank.",
        "胜方最后两着由同一个兵（卒）将军，其间将（帅）退回底线。",
        "9/4k4/9/4P4/9/9/9/9/3R1R3/4K4 w - - 0 1", "e6e7 e8e9 e7e8";
}
