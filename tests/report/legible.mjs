// What browser_test and docs/drawings_test ask of a picture: every letter can be read, and no text hides another.

/** Runs in the page. Texts of an SVG that are cut off, overlap, or have fewer than `smallest` CSS pixels. */
export function unreadable(svg, name, smallest) {
  const frame = svg.getBoundingClientRect();
  const boxes = [...svg.querySelectorAll('text')].filter((text) => text.textContent.trim()).map((text) => {
    const {a, b} = text.getScreenCTM();
    const parts = [text, ...text.querySelectorAll('tspan')].filter((part) => [...part.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim()));
    const size = Math.min(...parts.map((part) => parseFloat(getComputedStyle(part).fontSize))) * Math.hypot(a, b);
    return {text: text.textContent.trim(), box: text.getBoundingClientRect(), size};
  });
  const found = [];
  for (const {text, box, size} of boxes) {
    if (box.left < frame.left - 1 || box.right > frame.right + 1 || box.top < frame.top - 1 || box.bottom > frame.bottom + 1) found.push(`${name}: cut off: ${text}`);
    if (size < smallest - 0.01) found.push(`${name}: ${text} has ${size.toFixed(1)} pixels`);
  }
  for (let i = 0; i < boxes.length; ++i)
    for (let k = i + 1; k < boxes.length; ++k) {
      const [a, b] = [boxes[i].box, boxes[k].box];
      const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left), tall = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (wide > 1 && tall > 3) found.push(`${name}: ${boxes[i].text} overlaps ${boxes[k].text}`);
    }
  return found;
}
