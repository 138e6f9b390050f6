//! Chinese names of tags.

/// A tag with a Chinese name: name in PGN, name in simplified and in traditional characters.
pub(super) type NamedTag = (&'static str, [&'static str; 2]);

/// The tags with Chinese names in the order in which they are written.
pub(super) const TAGS: [NamedTag; 15] = [
    ("Title", ["标题", "標題"]),
    ("Event", ["赛事", "賽事"]),
    ("Date", ["日期", "日期"]),
    ("Site", ["地点", "地點"]),
    ("Round", ["轮次", "輪次"]),
    ("Red", ["红方", "紅方"]),
    ("RedTeam", ["红方团体", "紅方團體"]),
    ("RedTime", ["红方用时", "紅方用時"]),
    ("Black", ["黑方", "黑方"]),
    ("BlackTeam", ["黑方团体", "黑方團體"]),
    ("BlackTime", ["黑方用时", "黑方用時"]),
    ("Opening", ["布局", "佈局"]),
    ("TimeControl", ["记时规则", "記時規則"]),
    ("Annotator", ["评注", "評註"]),
    ("Author", ["作者", "作者"]),
];

/// The tag of the result.
pub(super) const RESULT: NamedTag = ("Result", ["结果", "結果"]);
/// The tag of the first position.
pub(super) const FEN: NamedTag = ("FEN", ["局面", "局面"]);
