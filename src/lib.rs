pub mod vocabulary;
