/** Changes the boot document in the pages that the kernel sends for a path. */
export function changeBoot(page, path, change) {
  return page.route(path, async (route) => {
    const answer = await route.fetch()
    const body = (await answer.text()).replace(
      /(<script type="application\/json" id="boot">)(.*?)(<\/script>)/s,
      (_, before, boot, after) => before + JSON.stringify(change(JSON.parse(boot))) + after,
    )
    await route.fulfill({ response: answer, body })
  })
}
