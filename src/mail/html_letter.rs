//! Turns a page into the HTML part of a letter: without drawings, which mail programs cut out or show as loose words,
//! and with nothing collapsed, because mail programs cannot open it.

/// Returns the page as a letter's HTML part. Each drawing is replaced with the picture of the same number, by its
/// content id, or removed if there are not that many pictures.
pub fn page_to_letter_html(page: &str, pictures: usize) -> String {
    let mut out = String::with_capacity(page.len());
    let mut rest = page;
    let mut number = 0;
    while let Some((before, drawing)) = rest.split_once("<svg") {
        out.push_str(before);
        let (drawing, behind) = drawing.split_once("</svg>").unwrap_or((drawing, ""));
        if number < pictures {
            let image = format!(
                "<img src=\"cid:{}\" alt=\"{}\" width=\"380\" style=\"max-width: 100%; height: auto\">",
                content_id(number),
                find_description(drawing)
            );
            out.push_str(&image);
        }
        number += 1;
        rest = behind;
    }
    out.push_str(rest);
    expand_details(&allow_pictures(&out))
}

/// A page forbids everything that it would load. In a letter that would be the attached pictures as well, in mail
/// programs that obey it.
fn allow_pictures(page: &str) -> String {
    page.replacen("content=\"default-src 'none';", "content=\"default-src 'none'; img-src cid:;", 1)
}

/// The drawing's description for readers who cannot see it, escaped as it is in the page.
fn find_description(drawing: &str) -> &str {
    let description = drawing.split_once("<desc>").and_then(|(_, description)| description.split_once("</desc>"));
    description.map_or("A drawing.", |(description, _)| description)
}

/// The content id of a letter's picture, by its index from 0.
pub fn content_id(number: usize) -> String {
    format!("picture-{}", number + 1)
}

/// The drawings of a page, in order.
pub fn find_drawings(page: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut rest = page;
    while let Some(start) = rest.find("<svg") {
        let Some(end) = rest.get(start..).and_then(|from| from.find("</svg>")) else { break };
        let end = start + end + "</svg>".len();
        found.extend(rest.get(start..end));
        rest = rest.get(end..).unwrap_or_default();
    }
    found
}

/// Replaces the collapsible parts of a page with open ones.
fn expand_details(page: &str) -> String {
    let plain = page.replace("</details>", "</div>").replace("<summary>", "<p><b>").replace("</summary>", "</b></p>");
    let mut out = String::with_capacity(plain.len());
    let mut rest = plain.as_str();
    while let Some((before, tag)) = rest.split_once("<details") {
        out.push_str(before);
        out.push_str("<div>");
        rest = tag.split_once('>').map_or("", |(_, rest)| rest);
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_letter_may_show_its_own_pictures_and_load_nothing_else() {
        let frame = include_str!("../../templates/frame.html.j2");
        let letter = page_to_letter_html(frame, 1);
        assert!(
            letter.contains("content=\"default-src 'none'; img-src cid:; style-src 'unsafe-inline'\""),
            "the frame's policy is another one: {frame}"
        );
    }

    const PAGE: &str = "<p>a</p><svg class=\"map\"><desc>Park: yours.</desc><text>Park</text></svg><details open><summary>In words</summary><p>Park</p></details><svg>x</svg><p>b</p>";

    #[test]
    fn a_drawing_is_a_picture_or_nothing_in_a_letter() {
        let letter = page_to_letter_html(PAGE, 1);
        assert!(letter.starts_with("<p>a</p><img src=\"cid:picture-1\" alt=\"Park: yours.\" "), "{letter}");
        assert!(letter.ends_with("<div><p><b>In words</b></p><p>Park</p></div><p>b</p>"), "{letter}");
        assert!(!page_to_letter_html(PAGE, 0).contains("img"));
        assert_eq!(
            find_drawings(PAGE),
            ["<svg class=\"map\"><desc>Park: yours.</desc><text>Park</text></svg>", "<svg>x</svg>"]
        );
    }

    #[test]
    fn what_is_not_closed_ends_the_page() {
        assert_eq!(page_to_letter_html("<p>a</p><svg><text>", 0), "<p>a</p>");
        assert!(find_drawings("<svg><text>").is_empty());
    }
}
