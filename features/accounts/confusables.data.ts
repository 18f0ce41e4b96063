/**
 * Letters that look like an ASCII one, by that one: Latin, Greek, Cyrillic, Armenian and Cherokee,
 * after Unicode's confusables (UTS 39). Full-width and styled letters need no line: NFKC turns them.
 * Upper case looks like upper case, so a letter may stand in two lines with its case ('Ν' n, 'ν' v).
 */
const lines = `
A ΑАᎪ
B ꞴΒВᏴвβ
C СᏟᏨ
D ᎠᎴ
E ΕЕᎬεє
F Ϝꞙ
G ԌᏀᏳ
H ΗНᎻн
J ꞲͿЈᎫ
K ΚКᏦкκĸ
L Ꮮ
M ΜϺМᎷм
N Ν
O ΟОՕ
P ΡРᏢ
R ƦᎡᏒ
S ЅՏᏕᏚ
T ΤТᎢтτ
U Ս
V ѴᏙ
W ԜᎳᏔ
X ꞳΧХ
Y ΥУҮᎩᎽ
Z ΖᏃ
a ɑαа
b ƄЬᏏь
c ᴄсꮯϲ
d ԁᏧ
e еҽꬲ
f ꬵẝքſƒ
g ɡᶃƍցԍ
h һհᏂ
i ıɪɩιіꙇӏꭵᎥƖǀΙІӀוןļ
j ϳј
n ոռηпⴖ
o ᴏᴑꬽοσоօ
p ρр
q ԛգզ
r ꭇꭈᴦгꮁ
s ꜱƽѕꮪ
u ꞟᴜꭎꭒʋυսμ
v ᴠνѵꮩ
w ɯᴡѡԝաꮃω
x хχ
y ɣᶌʏỿꭚγуү
z ᴢꮓ
2 ꝚƧꙄ
3 ꞫȜƷꝪЗӠз
4 ᏎЧч
5 Ƽ
6 бᏮ
8 ȣȢ
9 Ꝯ
- ‐‑‒–—―⁃−
' ‘’‛′‵ʹˈʻʽʼʾꞌ՚
`

export const looksLike: ReadonlyMap<string, string> = new Map(
  lines
    .trim()
    .split('\n')
    .flatMap((line) => Array.from(line.slice(2), (letter) => [letter, line[0]!] as const)),
)
