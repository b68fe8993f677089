// Connects all stations at the same moment.
export async function measureStorms(bench, server, stations) {
  const storms = []
  bench.print('\nreconnect storm')
  for (const size of bench.sizes) {
    const storm = await bench.reconnectStorm({ url: server.link, stations: stations.slice(0, size) })
    storms.push(storm)
    bench.print(
      `${String(storm.stations).padStart(6)} stations: ${storm.booted} booted in ${storm.lastBootMs} ms, ` +
        `${storm.refused} sent away and back, bystander's Heartbeat p99 ${storm.bystander.p99Ms} ms, ` +
        `errors ${storm.errors} ${storm.firstError}`,
    )
  }
  return storms
}
