import type { Live } from './live/live.ts'
import type { ProcessPulse } from './modules/health/index.ts'
import type { openGateway } from './open-gateway.ts'

type OpenGateway = Awaited<ReturnType<typeof openGateway>>

/** Returns the state of this process for health and metrics. */
export const pulseOf = (side: OpenGateway | null, live: Live | null): ProcessPulse => ({
  stations: side?.gateway.size ?? 0,
  consoles: live?.size ?? 0,
  oldestCallMs: side?.gateway.oldestCallMs ?? 0,
  waiting: side?.ingest.pulse.queued ?? 0,
  stuckMs: side?.ingest.pulse.stuckMs ?? 0,
  awaySince: side?.ingest.unavailableSince ?? null,
  proxyAddress: side?.gateway.proxyAddress ?? null,
  tls: side?.tls?.state ?? null,
})
