/** Gives memory back that a thread has no more use for. */

/**
 * Collects what this thread has left behind. V8 does that when it needs the room, and a runner that waits for its next
 * request needs none. Nothing happens where Node was started without `--expose-gc`.
 */
export function spareMemory(): void {
  (globalThis as { gc?: () => void }).gc?.();
}
