type Swap = { standIns: ChildNode[]; texts: Map<Text, string> }

/** By each text that was taken out, and by each <font> that stands in for one. */
const swaps = new WeakMap<Node, Swap>()

/**
 * Keeps a page right that the browser translates. Chrome puts <font> elements in the place of texts, Safari other texts,
 * while Preact goes on to write into those that it made, which nobody sees any more. So each text that was taken out is
 * put back, empty, behind what stands in for it. Once it is written to or removed, the texts of its element are shown
 * again, and the translator translates them. (Firefox translates texts in their place.)
 */
const observer = new MutationObserver((records) => {
  const written = new Set(records.filter(isWrite).map(({ target }) => target))
  for (const node of [...written, ...records.flatMap(removedIn)]) undo(node, written)
  for (const [parent, { added, removed }] of changesIn(records)) {
    const standIns = added.filter((node) => node.parentNode === parent && isStandIn(node))
    const lost = removed.filter((node) => node instanceof Text && !node.isConnected) as Text[]
    putBack(lost, standIns)
  }
  // What was done here is no news.
  observer.takeRecords()
})

/** What Preact keeps of an element, a text or a component: its node and its children. */
type VirtualNode = { type: unknown; __e: ChildNode | null; __k: Children }
type Children = (VirtualNode | null)[] | null

/** Puts back what was taken out before this was loaded: what Preact still has among the texts of an element. */
function putBackIn(element: Node, children: Children) {
  const own = new Set<Node>()
  const lost: Text[] = []
  const collect = (some: Children) => {
    for (const child of some ?? []) {
      if (typeof child?.type === 'function') collect(child.__k)
      else if (child?.__e) {
        own.add(child.__e)
        if (child.type !== null) putBackIn(child.__e, child.__k)
        else if (!child.__e.isConnected) lost.push(child.__e as Text)
      }
    }
  }
  collect(children)
  putBack(
    lost,
    [...element.childNodes].filter((node) => !own.has(node) && isStandIn(node)),
  )
}

function putBack(lost: Text[], standIns: ChildNode[]) {
  if (lost.length === 0 || standIns.length === 0) return
  const swap: Swap = { standIns, texts: new Map(lost.map((text) => [text, text.data])) }
  for (const node of standIns) if (!(node instanceof Text)) swaps.set(node, swap)
  let last = standIns.at(-1)!
  for (const [at, text] of lost.entries()) {
    const before = standIns[at] ?? last
    before.after(text)
    last = text
    text.data = ''
    swaps.set(text, swap)
    observer.observe(text, { characterData: true })
  }
}

/** The page itself has no <font>, and its language is another only while it is translated. */
const isStandIn = (node: Node) =>
  node.nodeName === 'FONT' || (node instanceof Text && document.documentElement.lang !== 'en')

const isWrite = ({ type }: MutationRecord) => type === 'characterData'
const removedIn = ({ removedNodes }: MutationRecord) => [...removedNodes]

type Change = { added: ChildNode[]; removed: ChildNode[] }

/** What was added and removed, by the element that it was in. What a translator does to its own isn't told. */
function changesIn(records: MutationRecord[]) {
  const changes = new Map<Node, Change>()
  for (const { target, addedNodes, removedNodes } of records) {
    if (target.parentElement?.closest('font') || target.nodeName === 'FONT') continue
    const change = changes.get(target) ?? { added: [], removed: [] }
    change.added.push(...(addedNodes as NodeListOf<ChildNode>))
    change.removed.push(...(removedNodes as NodeListOf<ChildNode>))
    changes.set(target, change)
  }
  return changes
}

/** Shows the texts again, except those that were written to: these are right already. */
function undo(node: Node, written: Set<Node>) {
  const swap = swaps.get(node)
  if (!swap) return
  for (const standIn of swap.standIns) {
    swaps.delete(standIn)
    standIn.remove()
  }
  for (const [text, was] of swap.texts) {
    swaps.delete(text)
    if (!written.has(text)) text.data = was
    // A translator that doesn't look at what is written looks at what is added.
    if (text.isConnected) text.after(text)
  }
}

const root = document.getElementById('root')!
putBackIn(root, [(root as unknown as VirtualNode).__k].flat())
observer.observe(document.body, { childList: true, subtree: true })
