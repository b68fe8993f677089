// Functions of Node.js 22 that the build tools need on Node.js 20. The product does not need them.
Promise.withResolvers ??= function withResolvers() {
  let resolve
  let reject
  const promise = new this((yes, no) => {
    resolve = yes
    reject = no
  })
  return { promise, resolve, reject }
}

Map.groupBy ??= function groupBy(items, keyOf) {
  const groups = new Map()
  let index = 0
  for (const item of items) {
    const key = keyOf(item, index++)
    if (groups.has(key)) groups.get(key).push(item)
    else groups.set(key, [item])
  }
  return groups
}

Object.groupBy ??= (items, keyOf) => Object.fromEntries(Map.groupBy(items, keyOf))
