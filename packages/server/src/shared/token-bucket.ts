import { TokenBucket } from 'limiter'

/** Returns a full bucket that is refilled over time. */
export function fullBucket(perMinute: number, burst: number): TokenBucket {
  const bucket = new TokenBucket({ bucketSize: burst, tokensPerInterval: perMinute, interval: 'minute' })
  bucket.content = burst
  return bucket
}

export const isFull = (bucket: TokenBucket): boolean => bucket.getWaitTime(bucket.bucketSize) === 0
