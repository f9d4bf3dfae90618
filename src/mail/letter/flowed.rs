//! Joins the lines that a mail program broke (`format=flowed`, RFC 3676).

/// Returns the text without its soft line breaks; if `delsp` is true, the space before each break is removed too.
pub(super) fn join_flowed_lines(text: &str, delsp: bool) -> String {
    let mut out = String::with_capacity(text.len());
    // The quote depth of the line that is still open.
    let mut open: Option<usize> = None;
    for line in text.split('\n') {
        let depth = line.chars().take_while(|c| *c == '>').count();
        let rest = line.get(depth..).unwrap_or_default();
        let rest = rest.strip_prefix(' ').unwrap_or(rest);
        let signature = rest == "-- ";
        match open {
            Some(of) if of == depth && !signature => {}
            Some(_) => {
                out.push('\n');
                begin_line(&mut out, depth);
            }
            None => begin_line(&mut out, depth),
        }
        let is_soft = rest.ends_with(' ') && !signature;
        out.push_str(if is_soft && delsp { rest.strip_suffix(' ').unwrap_or(rest) } else { rest });
        if is_soft {
            open = Some(depth);
        } else {
            out.push('\n');
            open = None;
        }
    }
    out.pop();
    out
}

fn begin_line(out: &mut String, depth: usize) {
    if depth > 0 {
        out.extend(std::iter::repeat_n('>', depth));
        out.push(' ');
    }
}

#[cfg(test)]
mod tests {
    use super::join_flowed_lines;

    #[test]
    fn soft_breaks_go_and_hard_ones_stay() {
        let text = "Saber: Scout the \nChurch. \n\n> quoted \n> more\n>> deep\nRin: Stay.\n-- \nRin";
        let out = join_flowed_lines(text, false);
        assert_eq!(out, "Saber: Scout the Church. \n> quoted more\n>> deep\nRin: Stay.\n-- \nRin");
        assert_eq!(join_flowed_lines("Sab \ner: Stay.", true), "Saber: Stay.");
        assert_eq!(join_flowed_lines(" >no quote\n From here", false), ">no quote\nFrom here");
    }
}
