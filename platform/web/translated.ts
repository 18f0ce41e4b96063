/**
 * Browsers that translate a page replace its texts by other nodes, and React then removes or inserts beside nodes that are
 * no longer there. Without this guard it would throw and leave an empty page (react#11538).
 */
export function guardTranslatedPages(): void {
  const { removeChild, insertBefore } = Node.prototype
  Node.prototype.removeChild = function <T extends Node>(child: T): T {
    return child.parentNode === this ? (removeChild.call(this, child) as T) : child
  }
  Node.prototype.insertBefore = function <T extends Node>(node: T, before: Node | null): T {
    return insertBefore.call(this, node, before?.parentNode === this ? before : null) as T
  }
}
