//! Renders the drawings of a page as PNG for letters, because mail programs show no SVG.
//!
//! The page's own SVG is drawn in the colours of white paper and in the program's own font, so that no font of the
//! machine changes the picture.

use std::sync::{Arc, LazyLock};

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::fontdb::Database;
use resvg::usvg::{ImageHrefResolver, Options, Tree};

use crate::pictures::map_svg::standalone_svg;

use super::html_letter::find_drawings;

/// The pixels of a picture for each unit of its drawing, each way; phones have such screens.
const DOTS: u32 = 2;

/// The options for parsing a drawing: one font for every font name, and nothing from outside the drawing.
static READING: LazyLock<Options<'static>> = LazyLock::new(|| {
    let mut fonts = Database::new();
    fonts.load_font_data(notosans::REGULAR_TTF.to_vec());
    fonts.load_font_data(notosans::BOLD_TTF.to_vec());
    fonts.set_sans_serif_family("Noto Sans");
    let no_images = ImageHrefResolver { resolve_data: Box::new(|_, _, _| None), resolve_string: Box::new(|_, _| None) };
    Options { fontdb: Arc::new(fonts), image_href_resolver: no_images, ..Options::default() }
});

/// Renders the drawings of a page as PNG, in order, up to the first that cannot be drawn.
pub fn render_pictures(page: &str) -> Vec<Vec<u8>> {
    find_drawings(page).into_iter().map_while(render_png).collect()
}

/// Renders a drawing as PNG; `None` if it is not a drawing.
pub fn render_png(svg: &str) -> Option<Vec<u8>> {
    let tree = Tree::from_str(&standalone_svg(svg)?, &READING).ok()?;
    let size = tree.size().to_int_size();
    let (width, height) = (size.width().checked_mul(DOTS)?, size.height().checked_mul(DOTS)?);
    let mut pixels = Pixmap::new(width, height)?;
    resvg::render(&tree, Transform::from_scale(2.0, 2.0), &mut pixels.as_mut());
    pixels.encode_png().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::perception::view::KnownLocation;
    use crate::pictures::layout::WIDTH;
    use crate::pictures::map_drawing::MapDrawing;
    use crate::pictures::map_view::MapView;

    /// The map of two places, with somebody at the first.
    fn map(who: &str) -> String {
        let known_location = |name: &str, next: &str| KnownLocation {
            name: name.to_owned(),
            adjacent: vec![next.to_owned()],
            ..KnownLocation::default()
        };
        let mut map = MapView::new(&MapDrawing::lay_out(
            &[known_location("Park", "Bridge"), known_location("Bridge", "Park")],
            &[],
        ));
        map.places[0].own = vec![who.to_owned()];
        map.with_words().svg()
    }

    #[test]
    fn a_map_is_a_picture_with_its_words() {
        let picture = render_png(&map("Saber")).unwrap();
        let width = u32::from_be_bytes(picture[16..20].try_into().unwrap());
        assert_eq!((&picture[1..4], i64::from(width)), (&b"PNG"[..], WIDTH * i64::from(DOTS)));
        assert_ne!(picture, render_png(&map("Rider")).unwrap(), "what is written is drawn");
        let page = format!("<p>a</p>{}<p>b</p>", map("Saber"));
        assert_eq!(render_pictures(&page), [picture]);
    }

    #[test]
    fn what_is_no_drawing_is_no_picture() {
        for text in ["", "<p>", "<svg", "<svg><text>"] {
            assert_eq!(render_png(text), None, "{text}");
        }
    }
}
