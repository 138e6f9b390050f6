### 命令和选项的中文说明。标识：command-命令 与 option-选项；某个命令的选项与别的命令不同时，
### 用 option-命令-选项。`.long` 是 `--help` 在第一句之后的内容。

## 程序

command = 支持 UCCI 和 UCI 协议的象棋引擎
    .long =
        不带子命令时，程序通过标准输入和标准输出与图形界面对话，直到收到 `quit`；在图形界面里填的就是这条命令。子命令供人和脚本使用，每个都有手册：`chuhe 子命令 --help`。

option-lang = 帮助、消息和表格所用的语言：zh 或 en [默认：按系统设置]
option-log = 把日志追加写入 FILE，而不写到标准错误输出
    .long =
        环境变量 CHUHE_LOG 决定记录什么：off、error、warn、info、debug、trace，或“目标=级别”的列表，例如 chuhe::search=debug。不设时，文件记录 info 级和与界面的对话，标准错误输出记录 warn 级。如果 FILE 因磁盘已满而无法写入，只警告一次，程序继续运行。

## 多个命令共有的选项

option-fen = 局面，FEN 或 `startpos` [默认：startpos]
    .long =
        FEN 含有空格，要加引号。末尾缺少的字段自动补上：红方先走，计数从头开始。
option-moves = 从该局面走的着法，如 "h2e2 h9g7"、"C2.5 H8+7" 或 "炮二平五 马８进７"
option-notation = 着法的记谱法 [默认：中文环境用 chinese，其他用 iccs]。JSON 总是用 iccs
option-rules = 循环局面的规则 [默认：asian]
option-repeat_count = 局面出现几次才裁决，2 到 9 [默认：3]
option-move_limit = 双方各走多少着未吃子判和，最多 500；0 表示不限 [默认：60]
option-threads = 搜索所用的线程数，最多 256；0 表示与处理器数相同
option-hash = 置换表的大小，单位 MiB，最多 65536；0 表示取内存的一部分
option-json = 输出 JSON，每行一个对象，供程序读取
option-force = 覆盖已有的文件
option-seed = 随机数的种子
option-from_encoding = 文件的编码：utf-8、gb18030、big5 或 utf-16 [默认：自动识别]
option-format = 结果的格式 [默认：按 --out 的文件，否则为 table]

## perft

command-perft = 统计所有合法着法序列走 DEPTH 个半回合之后的局面数
    .long =
        用来检验走法规则：与公布的数字或另一个引擎的结果相比即可。也用来测量生成着法的速度。最后一着只计数，不实际走子。
option-perft-depth = 半回合数
option-perft-divide = 先按字母顺序输出每个着法的局面数
    .long =
        查错的办法：与一个正确的引擎比较，走出第一个数目不同的着法，再以少一层的深度重复。
option-perft-threads = 分担各着法的线程数，最多 256；0 表示与处理器数相同
option-perft-json = 输出 JSON，一个对象，供程序读取

## eval

command-eval = 显示局面的估值，以及每个棋子值多少
    .long =
        棋子的价值是：去掉它，它那一方的估值会减少多少。使用网络时，下一行是该棋子在该位置上的子力位置表数值。分数从走子方的角度计，单位约为百分之一兵。
option-eval-knowledge = 用什么给局面打分
option-eval-evalfile = 用这个文件里的网络打分；--knowledge large 才会用到
option-eval-json = 输出 JSON，一个对象，供程序读取

## bench

command-bench = 以固定深度搜索一组局面，并统计结点数
    .long =
        不带选项的 `chuhe bench` 在任何机器上、每次运行的结点总数都相同。它是搜索的特征值：不改变搜索的修改，总数不变。只有速度取决于机器。

        每个局面之前都清空置换表。使用多个线程时，结点数会有变化。
option-bench-depth = 深度，单位为半回合，最多 100
option-bench-without = 搜索时不用这项技术，以测量它的作用；可以给出多次
option-bench-null_move = 空着裁剪的方式 [默认：deep]
option-bench-knowledge = 用什么给局面打分
option-bench-positions = 搜索这个文件里的局面：每行一个 FEN 或 EPD，# 开头的行是注释
option-bench-evalfile = 用这个文件里的网络打分；--knowledge large 才会用到
option-bench-json = 输出 JSON：每个局面一行一个对象，最后一个是总计

## analyze

command-analyze = 搜索一个局面，或复盘整局棋的每一着
    .long =
        达到第一个限制时停止搜索；没有给出 --time、--depth、--nodes 时搜索五秒。表格每行对应一个深度：深度（半回合）、到达的最大深度、走子方的分数、结点数、秒数、每秒千结点数，以及主要变例。分数单位约为百分之一兵。“3 步杀”按胜方的着数计。“按规则取胜”指对方必须变着，否则判负。最后一行的杀棋如果由 `chuhe solve` 的证明算法确认，就写“已证明”。`>=` 和 `<=` 表示上下界。在某个深度中途停止时，最后给出目前最好的变例，并标上 `>=`，因为还没有搜索到的着法可能更好。

        在终端里，过长的行按终端宽度截断；最后一行总是完整的。

        给出棋谱文件 GAME 时，用这些限制（或每个局面一秒）搜索棋谱里的每个局面。按着法损失的期望得分，标上 ?!、? 或 ??。棋谱的分数从红方的角度计。用 --nodes 或 --depth 且单线程时，结果每次相同。按 Ctrl-C 结束复盘，已经判完的都会写出。
option-analyze-file = 棋谱文件，格式与 `chuhe convert` 相同：搜索每局棋的每个局面。不给出时搜索一个局面
option-analyze-from = GAME 的格式 [默认：按扩展名或内容]
option-analyze-from_encoding = GAME 的编码 [默认：自动识别]
option-analyze-out = 写入 FILE，按扩展名 .pgn、.html、.jsonl 或 .json 选择格式；`-` 是标准输出 [默认：-]
option-analyze-format = 输出的格式 [默认：按 --out 的文件，否则为 table]
option-analyze-margin = 损失达到多少（百分之几分）标上 ?!；两倍标 ?，四倍标 ??
option-analyze-variations = 更好变例的长度，单位为半回合；0 表示不写。JSON 里总是完整的变例
option-analyze-curve = 把红方期望得分的曲线画成 SVG，写入 FILE；有多局棋时写入 FILE-1、FILE-2 等
option-analyze-resume = 继续 --out 文件（jsonl）里的复盘，从最后一局完整的棋之后接着做；没有该文件时新建
option-analyze-time = 搜索这么多毫秒后停止，最长一个月
option-analyze-depth = 到这个深度停止，单位为半回合，最多 100
option-analyze-nodes = 搜索这么多结点后停止；第一次迭代总会完成
option-analyze-multipv = 给出最好的 K 个着法及其变例，最多 128 个

## judge

command-judge = 裁决一局棋：将死、困毙、循环局面、自然限着，并说明理由
    .long =
        裁决的是最后的局面；如果此前已经终局，会另外说明。对循环局面，列表说明每一着的性质：将、杀、捉，或总是允许的着法（兑、献、拦、跟、闲）。这些术语和各套规则见 docs/rules.zh-CN.md。

        FILE 如果是 `chuhe convert` 所支持格式的棋谱，就裁决其中的每一局。其他文件当作规则例题，四列用制表符分隔：局面、循环之前的着法、循环的着法（重复到分出胜负为止），以及胜方：red、black 或 draw。程序列出胜方不符的例题，并给出总数。`-` 是标准输入。
option-judge-file = 棋谱文件或规则例题文件
option-judge-json = 输出 JSON，每局一个对象，供程序读取

## show

command-show = 在终端里或用图片画出局面
    .long =
        棋子用简体汉字：红方 帅仕相马车炮兵，黑方 将士象马车炮卒。有颜色时红方棋子为红色。没有颜色时，黑方棋子加方括号，因为双方的车、马、炮用字相同。

        一个汉字占两列，一个制表符号占一列。有些终端和字体把制表符号画成两列宽，棋盘就会错位：这时请用 --ascii。

        用 --svg 或 --png 把棋盘写成图片文件，不需要字体。

        棋盘下面是 FEN、走子方和将军的棋子。
option-show-file = 棋谱文件，格式与 `chuhe convert` 相同：显示其中一局的局面。`-` 是标准输入
option-show-number = FILE 中第几局
option-show-ply = 显示走了这么多个半回合之后的局面 [默认：全部]
option-show-ascii = 用 ASCII 字母画棋盘：红方大写，没有颜色
option-show-color = 什么时候使用颜色
option-show-flip = 从黑方一边看棋盘
option-show-json = 输出 JSON，一个对象，供程序读取
option-show-svg = 把棋盘以 SVG 写入 FILE 或标准输出
option-show-png = 把棋盘以 PNG 写入 FILE；- 是标准输出
option-show-size = 图片的宽度，单位为像素，40 到 8000
option-show-arrow = 为一个着法画箭头，如 h2e2。着法不必合法
option-show-best = 用另一种颜色为最佳着法画箭头，按这么多结点搜索得出。只写 --best 时为 200000 个结点
option-show-no_coordinates = 不写坐标

## convert

command-convert = 转换棋谱文件：任何记谱法和编码的 PGN、XQF、CBR 和 CBL、DhtmlXQ、中文着法
    .long =
        除非给出 --from 和 --to，格式由扩展名 .pgn、.xqf、.cbr、.cbl、.ubb（DhtmlXQ）和 .txt（着法）决定。其他文件按内容识别，例如含有 DhtmlXQ 棋谱的网页。CBR 和 CBL 只读不写。`-` 是标准输入或标准输出。一个 XQF 文件只存一局棋，其他可以写出的格式可以存多局。文字的编码自动识别（UTF-8、带字节顺序标记的 UTF-16、GB18030）。Big5 要加 --from-encoding big5：没有加时，中文着法会出错并指出这一点；用 ICCS、WXF 或 DhtmlXQ 时不报错，但名字和注释是乱码，中文写的结果变成 *。

        扩展名为 .txt 的文件里是人们常粘贴的中文着法，可以有序号、注释和括号里的变化。

        有错误的文件不转换；消息会指出错误的位置。OUT 不能与 IN 相同。
option-convert-input = 要读的文件
option-convert-output = 要写的文件；已有的文件要用 --force 才会覆盖
option-convert-from = IN 的格式 [默认：按扩展名或内容]
option-convert-to = OUT 的格式 [默认：按扩展名]
option-convert-number = 只转换 IN 中的第几局
option-convert-notation = PGN 中的记谱法：iccs、chinese 或 wxf [默认：iccs]
option-convert-encoding = OUT 中文字的编码（XQF 除外）：utf-8、gb18030、big5（着法用繁体字）或 utf-16 [默认：utf-8]
option-convert-from_encoding = IN 的编码 [默认：自动识别]

## book

command-book = 查看和制作开局库（BOOK.DAT，也读 OBK 和 XQB）
    .long =
        格式是象棋巫师和象眼的 BOOK.DAT，也能读 OBK 和 XQB。开局库为局面给出着法和权重；局面与它的左右镜像算同一个。引擎按选项 bookfiles 所指的开局库走棋。
command-book-show = 显示开局库在一个局面中的着法
    .long =
        每行是一个着法、它的权重、在该局面总权重中的比例，以及走后的局面。用 --depth 时，后面的应着缩进显示；前面已经显示过的局面不再显示。有多个开局库时，与引擎一样，使用第一个有着法且权重不为零的开局库。
option-book-show-files = 开局库；`builtin` 是程序自带的 [默认：builtin]
option-book-show-depth = 显示多少个半回合，最多 40
option-book-show-by = OBK 和 XQB 里以什么为着法的权重
option-book-show-min_share = 比例低于此数（百分之几）的着法不显示
command-book-make = 由棋谱制作开局库
    .long =
        棋谱可以是 PGN（.pgn，任何记谱法；Big5 先用 `chuhe convert --from-encoding big5` 转换）、XQF（.xqf）、象棋桥（CCBridge，.cbr、.cbl）、DhtmlXQ（.ubb）和着法列表（.txt）：每行一局，从初始局面起的着法可用任何记谱法，末尾是结果（1-0、0-1、1/2-1/2），不知道时可以不写。`-` 是标准输入：格式按内容识别（PGN 要有标签），识别不出时当作着法列表。有变化的棋谱只计实战的着法。

        着法的权重是它走过的次数，或它的得分（--results）。局面与它的镜像算同一个，所以开局时 h2e2 和 b2e2 是同一着。只要有一局有错误，就不写开局库。
option-book-make-files = 棋谱文件
option-book-make-from = 所有文件的格式
option-book-make-plies = 每局棋计入的半回合数，最多 500
option-book-make-min_count = 少于 N 次的着法不收
option-book-make-counting = 按对局结果给着法的分数
option-book-out = 要写的开局库；`-` 是标准输出
command-book-merge = 把几个开局库合并成一个
    .long =
        几个开局库共有的着法，权重相加。所以由许多棋谱做成的开局库影响更大：它的权重更大。
option-book-merge-files = 开局库；程序自带的写 `builtin`
command-book-grow = 由引擎自己的搜索生成开局库
    .long =
        引擎从初始局面起自我对弈。在每个局面里给着法排序，保留与最佳着法相近的，再随机走其中一着。保留而没有走的着法也会搜索。然后把分数从各变例的末端倒推到开局，决定哪些着法留下、权重多少。同样的命令和同样的程序生成同样的开局库。
option-book-grow-positions = 随机对弈中搜索的局面数
option-book-grow-nodes = 每次搜索的结点数；没有走过的着法用四分之一
option-book-grow-lines = 一个局面里排序的着法数，最多 128
option-book-grow-margin = 着法比最佳着法最多可差多少，单位为百分之一兵
option-book-grow-plies = 变例的最大长度，单位为半回合

## endings

command-endings = 制作、检查和查询残局库
    .long =
        一个残局库包含给定的少数棋子的所有局面，以及每个局面的结果：几步杀、因对方只能长将而胜，或者都不是。`chuhe solve --endings` 和引擎的选项 endings 使用一个文件夹里的残局库。
command-endings-make = 制作残局库
    .long =
        MATERIAL 先写一方的棋子，再写 v 和另一方的棋子，例如 KRvKAABB 是单车对士象全。残局库包含这些棋子的所有局面，也包含吃子之后剩下较少棋子的局面；哪一方是红方都可以。已经做好的残局库保持不变，所以中断之后用同样的命令就能继续。
option-endings-make-materials = 子力，例如 KRvKAABB
option-endings-make-out = 放残局库的文件夹，没有时自动创建
option-endings-make-hash = 每个残局库最多使用的内存，单位 MiB，最多 65536
command-endings-check = 检查残局库：每个局面的结果都与各合法着法之后的局面比较
    .long =
        着法由普通的走法规则生成，不用制作残局库的代码。每个残局库的第一个不一致的局面以 FEN 报告。遇到损坏的文件也继续检查其余的文件。
option-endings-check-files = 残局库文件
command-endings-probe = 查询一个局面：它的结果，以及每个合法着法的结果
    .long =
        结果从走子方的角度表示，好的着法在前。
option-endings-probe-folder = 残局库所在的文件夹
option-endings-probe-board = 局面，FEN，要加引号
option-endings-probe-json = 输出 JSON，一个对象，供程序读取

## match

command-match = 让引擎相互比赛
    .long =
        每个开局下两局，双方交换先后手。对局按 `chuhe judge` 的规则、--ply-cap，或 --resign 和 --draw 结束。引擎崩溃、停止响应、回答无效、走出不合法的着法或超时，判该局负。必要时重新启动引擎，比赛继续。

        最后的表格给出得分、Elo 差及其 95% 置信区间（按成对的对局计算），以及第一个引擎更强的可能性。用 --sprt 时，检验一有结论比赛就结束。用 --jsonl 时每局一结束就写入文件，--resume 继续中断的比赛。按一次 Ctrl-C 有序结束比赛，再按一次立即结束。
option-match-config = 从 TOML 文件读取比赛的设置；命令行优先
    .long =
        键是去掉短横的长选项，以及每个引擎一个的表 "engine"；见 docs/arena.md。命令行给出了 --engine 时，忽略文件里的引擎。
option-match-engines = 一个引擎；每个引擎给出一次
    .long =
        由 key=value 形式的词组成：cmd（程序）、args、name、proto（ucci 为默认，或 uci、xboard）、option.NAME（引擎的任何选项），以及 UCI 的 ranks（红方底线的编号，0 或 1；通常会自动判断）。含空格的值要加引号，args 里含空格的参数也要再加引号。
option-match-openings = 开局文件，每行一个 FEN 或 EPD，# 开头的行是注释；不给出时都从初始局面下
option-match-unchecked_options = 引擎没有声明某个选项或不接受某个值时，也照样设置
    .long =
        不加此选项时会核对引擎声明的选项，写错就报错。此选项供没有声明全部选项的引擎使用。
option-match-games = 每两个引擎的局数，偶数 [默认：100]
option-match-format = 引擎多于两个时谁与谁比赛 [默认：round-robin]
option-match-tc = 计时：整局的秒数和每着加的秒数，如 10+0.1
option-match-movetime = 每着的时间，单位为毫秒
    .long =
        UCCI 没有每着固定时间的命令，楚河收到的是 `go time T movestogo 1`，会像用棋钟时一样保留一部分时间；用 proto=uci 时，除 overhead 外全部用完。
option-match-nodes = 每着的结点数
option-match-depth = 每着的深度，单位为半回合
option-match-margin = 回答可以迟到多少毫秒，用于引擎以外的延迟 [默认：50]
    .long =
        50 适用于空闲的机器。同时进行的局数与处理器数相同，或机器繁忙时，用 200 或更多。
option-match-patience = 引擎不在搜索时（启动后、`isready` 和 `stop` 之后）必须在多少秒内回答 [默认：10]
option-match-move_timeout = 用 --nodes 或 --depth 时每着最多多少秒 [默认：120]
option-match-concurrency = 同时进行的局数 [默认：1]
option-match-sprt = 两个引擎的序贯检验有结论时结束；省略的项取所示的值
option-match-ply_cap = 走满这么多个半回合判和；0 表示不限 [默认：400]
option-match-resign = 双方连续若干着都认为一方必败时判负；省略的项取所示的值
option-match-draw = 双方连续若干着都认为均势、并且不早于第 from 着时判和；省略的项取所示的值
option-match-jsonl = 把比赛写入文件：一行 JSON 记录设置，每局结束时再写一行
option-match-pgn = 把对局以 PGN 写入文件，每局结束时写入，含每着的分数、深度和用时
option-match-event = --pgn 文件中比赛的名称 [默认：各引擎的名称]
option-match-resume = 继续 --jsonl 文件中的比赛，没有该文件时重新开始。--games 比原来大时延长比赛。--pgn 文件中缺少的对局会补上
option-match-force = 覆盖 --jsonl 和 --pgn 已有的文件
option-match-json = 以 JSON 输出结果：每两个引擎一行一个对象，整个比赛一个。写出 FILE 时，与 --jsonl 一样把比赛写入该文件

## tune

command-tune = 调整搜索的参数
command-tune-search = 通过对局调整搜索的参数：只在以 --features tuning 编译的程序里

## learn

command-learn = 由自我对弈训练网络，可以分步进行，也可以按轮进行
command-learn-data = 由自我对弈生成局面：平静的局面，带搜索分数和对局结果
    .long =
        各局按开始的先后写入。按 Ctrl-C 则下完正在进行的对局后结束；再按一次或被终止时，丢失尚未写入的对局。同样的命令加 --resume 继续；--nodes、--trace、--seed、--hash 和 --evalfile 必须与开始时相同。写完的文件会打乱顺序。同一局面或其镜像在一个文件里只出现一次。格式见 docs/network.zh-CN.md。
option-learn-data-out = 要写的文件
option-learn-data-positions = 局面数
option-learn-data-nodes = 每着的结点数
option-learn-data-trace = 后面各着的分数在一个局面的分数中的权重（TD(λ) 的 λ），单位为百分之一。0 保留搜索分数
option-learn-data-threads = 同时进行的局数，最多 256；0 表示与处理器数相同
option-learn-data-hash = 每局的置换表，单位 MiB
option-learn-data-seed = 随机着法的种子
option-learn-data-evalfile = 下棋用的网络；不给出时用子力和子力位置表
option-learn-data-resume = 接着生成已有的文件；没有这个文件时从头开始
option-learn-data-force = 覆盖已有的文件
command-learn-stats = 输出局面文件的统计数字
option-learn-stats-files = 文件
command-learn-train = 由自我对弈的局面训练网络
    .long =
        读取局面文件，训练若干轮次，写出最后一个轮次的量化网络。每个轮次之后在旁边写一个检查点。--resume 从检查点以现在的设置继续，轮次可以更多，但斜率仍用开始时的。按 Ctrl-C 在当前批次之后结束训练，留下最后一个完整轮次的检查点。方法见 docs/network.zh-CN.md。
option-learn-train-data = 局面文件，由 `chuhe learn data` 生成
option-learn-train-check = 验证用的局面，来自别的对局
option-learn-train-out = 要写的网络
option-learn-train-epochs = 轮次数，每个轮次把每个局面用一遍
option-learn-train-batch = 每步的局面数
option-learn-train-rate = 开始时的学习率；逐渐降到百分之一
option-learn-train-decay = 第一层每步的权重衰减，为学习率的倍数；0 表示没有
option-learn-train-lambda = 对局结果在目标值中的比例；其余是搜索分数
option-learn-train-k = 每百分之一兵的 S 形函数斜率；不给出时先拟合
option-learn-train-seed = 初始参数和局面顺序的种子
option-learn-train-threads = 线程数，最多 256；0 表示与处理器数相同
option-learn-train-start = 从这个网络或检查点的参数开始，例如上一轮的
option-learn-train-resume = 从检查点继续
option-learn-train-curves = 把每个轮次的损失写入这个文件：名称以 .svg 结尾时画成图，否则写成 CSV；可以给出多次。--resume 之后，只有同时用 --curve 给出原来的 CSV，图里才有以前的轮次
option-learn-train-force = 覆盖已有的网络、检查点和损失曲线
command-learn-run = 按轮训练网络：自我对弈、训练、比赛
    .long =
        每一轮由最新的网络（第 0 轮用子力位置表）与自己对弈，用这些局面训练网络，再与上一个网络比赛。输出已经存在的步骤会跳过，所以用同样的命令可以继续中断的运行，或增加轮数。配置不同时拒绝运行。各个文件见 docs/network.zh-CN.md。
option-learn-run-config = TOML 格式的配置；键见 docs/network.zh-CN.md
option-learn-run-folder = 存放所有文件的文件夹 [默认：CONFIG 的名称去掉扩展名]
command-learn-wdl = 由对局结果拟合胜、和、负的概率
    .long =
        按分数和对局结果统计局面，输出与之最相符的模型（src/search/score.rs）的两个数。请用每着结点数多、保留原始分数（--trace 0）的局面。
option-learn-wdl-files = 局面文件，由 `chuhe learn data` 生成
option-learn-wdl-svg = 画出各分数的胜、和、负比例和模型

## openings

command-openings = 为比赛制作开局
    .long =
        一个开局是从初始局面起随机走的若干着，每着都与最佳着法相差不多，最后到达引擎认为均势的局面。各着都不吃子、不将军，最后局面的最佳着法也不是吃子。任何两个局面都不相同，也不互为镜像。同样的命令和程序做出同样的开局。

        每行有 FEN 局面、名称、走子方的分数和着法。
option-openings-count = 开局的数目
option-openings-plies = 从初始局面起最少和最多的半回合数
option-openings-nodes = 给局面打分的搜索的结点数；每个随机着法的搜索用十分之一
option-openings-margin = 随机着法比最佳着法最多可差多少，单位为百分之一兵
option-openings-seed = 随机数的种子
option-openings-window = 局面分数的最大绝对值，单位为百分之一兵
option-openings-out = 把开局写入新文件；`-` 是标准输出 [默认：-]

## solve

command-solve = 解排局：杀局、最佳着法、和棋；可成批处理数千道，每个杀局都经过证明
    .long =
        输入的每一行是一道题：EPD（dm、bm、am、id 等附加项都保留），可带 # 注释的 FEN，或 UCCI 引擎的批处理文件，即 `position` 后面跟着 `go`。棋谱文件（.pgn、.xqf、.cbr、.cbl、.ubb，或 .txt 的中文着法）里每局棋是一道题：取对局的起始局面；从初始局面开始的对局取最后的局面。在全部着法中找杀，限制之内尽量求短。每个杀局在输出之前都由独立的检验程序检查。读不懂的行或棋谱，结果记为“无效”，并写出行号或局号和原因，其余继续。

        没有给出限制时，用该题 `go` 的限制，否则五秒。
option-solve-files = 题目文件，或加引号的 FEN；`-` 是标准输入
option-solve-fen = 解这个局面，FEN 或 `startpos`
option-solve-from_results = 把这个 JSONL 文件里的结果转换成别的格式，不再求解
option-solve-goal = 每道题要找什么
option-solve-time = 每道题的毫秒数，最长一天
option-solve-nodes = 每道题的结点数
option-solve-depth = 深度，单位为半回合，最多 100：搜索的深度，或杀局的长度（3 步杀是 5 个半回合）
option-solve-jobs = 同时求解的题数，最多 256；0 表示与处理器数相同
option-solve-hash = 所有任务的表的总大小，单位 MiB，最多 65536
option-endings = 使用这个文件夹里的残局库，由 `chuhe endings make` 制作
option-solve-unique = 同时判断有没有别的第一着同样快地成杀
option-solve-audit = 同时找出胜方其他同样快成杀的着法（第一着的余着和途中的双解），为此另用一份同样的限制
option-solve-all_lines = 写出对每一种应着的杀法，而不只是对最顽强的应着
option-solve-json = 写出 JSON，每道题一行一个对象：与 --format jsonl 相同
option-solve-out = 把结果写入新文件；`-` 是标准输出 [默认：-]
option-solve-resume = 继续 --out 文件（jsonl 或 csv）里的结果，没有该文件时新建
option-solve-force = 覆盖 --out 已有的文件
option-solve-shard = 只解 N 份中的第 I 份，从 1 起
option-solve-first_line = 每个输入第一行的行号，用于较长文件的一部分
option-solve-ordered = 按输入的顺序写结果，而不是解出一道写一道 [默认：按输入的顺序；写到文件或管道的 jsonl 和 csv 除外]
option-solve-strict = 没有解出全部题目时，退出码为 1

## generate

command-generate = 生成手册页和命令补全
    .long =
        它们与生成它们的程序版本一致。
command-generate-man = 生成手册页
    .long =
        不带 --out 时，只把程序本身的手册页写到标准输出；带上时，为程序和每个子命令各写一页：chuhe.1、chuhe-solve.1、chuhe-book-make.1。
command-generate-completions = 生成 shell 的补全
    .long =
        有了补全，按 Tab 键就能补全子命令、选项和选项的值。
option-generate-completions-shell = shell 的名称；不给出时取环境变量 SHELL，用 --out 时为全部 shell
option-generate-out = 写入这个文件夹，没有时新建；`-` 是标准输出 [默认：-]

## puzzles

command-puzzles = 从对局里找题：经过证明的杀局和只有一着能赢的局面，每个局面只出一次
    .long =
        对每局主线上的每个局面作一次短搜索。一方能杀，或在对方失误之后能赢时，如果胜方每一着都只有一种走法能解，这个局面就是一道题：杀局除最后一着外每一着都唯一，像 `chuhe solve --audit` 那样证明和检查；能制胜的局面到有几着都能赢为止。杀局一开始有几种解法时，题目从后面的局面开始。左右对称或红黑互换后相同的局面算同一道题。

        文件按名称的次序读入，格式与 `chuhe convert` 相同。有错误的对局会说明并跳过。
option-puzzles-files = 棋谱文件；`-` 是标准输入
option-puzzles-from_results = 合并这些 JSONL 文件里的结果（例如各份的结果），不再找题
option-puzzles-scan_nodes = 搜索对局中每个局面的结点数
option-puzzles-nodes = 每次证明杀局、每次检查的结点数
option-puzzles-win_nodes = 搜索能制胜的局面时每个局面的结点数
option-puzzles-min_moves = 一道题里胜方至少走几着，最多 20
option-puzzles-jobs = 同时处理的对局数，最多 256；0 表示与处理器数相同
option-puzzles-hash = 每个任务的表的大小，单位 MiB，最多 65536
option-puzzles-all_lines = 写出对每一种应着的着法，而不只是对最顽强的应着
option-puzzles-json = 写出 JSON，每道题一行一个对象：与 --format jsonl 相同
option-puzzles-out = 把结果写入新文件；`-` 是标准输出 [默认：-]
option-puzzles-resume = 继续 --out 文件（jsonl 或 csv）里的结果，没有该文件时新建
option-puzzles-force = 覆盖 --out 已有的文件
option-puzzles-shard = 只处理 N 份对局中的第 I 份，从 1 起

## play

command-play = 在浏览器里与引擎对弈；加 --terminal 则在终端里
    .long =
        程序在浏览器里打开一个网页，用来下棋、分析、做习题（见 docs/page.zh-CN.md），引擎由本程序运行。只有本机的浏览器凭显示的地址才能使用。不需要网络；网页关闭几秒后程序就结束。--level 等对局选项只用于 --terminal，网页里有自己的选项。

        在终端里，着法用哪种记谱法都可以：h2e2、炮二平五或 C2.5。命令有悔棋、提示、求和、认输、新局、级别、执棋、棋盘、翻转、帮助和退出。棋局按 `chuhe judge` 的规则结束。

        20 级最强。级别越低，搜索的结点越少，估值越简单，还会故意不走最佳着法；实测的棋力见 docs/play.zh-CN.md。
option-play-terminal = 在这个终端里下
option-play-no_open = 不打开浏览器，只显示地址
option-play-port = 网页的端口，1024 以上 [默认：9010 空闲时用它，浏览器就能找到上次的棋局和设置；否则任选]
option-play-evalfile = 用这个文件里的网络估值
option-play-level = 引擎的棋力，0 到 20
option-play-side = 你执哪一方
option-play-tc = 计时：整局的秒数和每着加的秒数，如 600+5 [默认：不计时，引擎每着想一秒]
option-play-ascii = 纯 ASCII 的棋盘，用字母：大写为红方，不用颜色
option-play-color = 何时使用颜色
option-play-flip = 从引擎一方看棋盘
option-play-seed = 低于 20 级时引擎随机选择的种子，用来下出同一局棋；0 表示每局不同
