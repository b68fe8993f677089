// Our tools want a few functions of Node.js 22; with these they run on 20 as well. Nothing of the product needs them.
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
