type Check = (path: string) => boolean

const opensAll: Check = () => true
let check = opensAll

/**
 * Has `next` decide whether a page, given by its path and query, can be opened from the one that is shown. If it can't,
 * `next` tells the user why. Returns a function that ends this.
 */
export function checkBeforeOpening(next: Check): () => void {
  check = next
  return () => {
    if (check === next) check = opensAll
  }
}

/** Returns whether a page can be opened now; otherwise the user has been told why. */
export const canOpen: Check = (path) => check(path)
