import { TokenBucket } from 'limiter'

/** Returns a full bucket that is refilled over time. */
export function fullBucket(perMinute: number, burst: number): TokenBucket {
  const bucket = new TokenBucket({ bucketSize: burst, tokensPerInterval: perMinute, interval: 'minute' })
  bucket.content = burst
  return bucket
}

/** Puts back a token that was removed. */
export function returnToken(bucket: TokenBucket): void {
  bucket.content = Math.min(bucket.content + 1, bucket.bucketSize)
}

export const isFull = (bucket: TokenBucket): boolean => bucket.getWaitTime(bucket.bucketSize) === 0
