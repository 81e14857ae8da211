// A slower network and processor for one person.
import type { Person } from './person'

export interface Speed {
  mbits?: number
  latencyMs?: number
  cpuSlowdown?: number
}

export async function throttle(one: Person, { mbits, latencyMs = 0, cpuSlowdown }: Speed): Promise<void> {
  const devtools = await one.context.newCDPSession(one.page)
  if (mbits) {
    const bytesPerSecond = (mbits * 1_000_000) / 8
    await devtools.send('Network.enable')
    await devtools.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: latencyMs,
      downloadThroughput: bytesPerSecond,
      uploadThroughput: bytesPerSecond,
    })
  }
  if (cpuSlowdown) await devtools.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown })
}
